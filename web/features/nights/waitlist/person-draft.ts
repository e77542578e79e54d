export type PersonDraft = Record<'name' | 'email' | 'phone' | 'instagram' | 'school', string>;

const EMPTY: PersonDraft = { name: '', email: '', phone: '', instagram: '', school: '' };

export function readPersonDraft(form: string, known: Partial<PersonDraft>): PersonDraft {
  try {
    return {
      ...EMPTY,
      ...known,
      ...(JSON.parse(sessionStorage.getItem(`vouch.draft.${form}`) ?? '{}') as Partial<PersonDraft>),
    };
  } catch {
    return { ...EMPTY, ...known };
  }
}

export function keepPersonDraft(form: string, draft: PersonDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(`vouch.draft.${form}`, JSON.stringify(draft));
    else sessionStorage.removeItem(`vouch.draft.${form}`);
  } catch {
    // Without storage, a reload loses the draft.
  }
}
