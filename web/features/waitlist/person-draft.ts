/** The five fields as typed. */
export type PersonDraft = Record<'name' | 'email' | 'phone' | 'instagram' | 'school', string>;

const EMPTY: PersonDraft = { name: '', email: '', phone: '', instagram: '', school: '' };

/** What was typed into a form before a reload; empty fields where nothing was. */
export function readPersonDraft(form: string): PersonDraft {
  try {
    return { ...EMPTY, ...(JSON.parse(sessionStorage.getItem(`vouch.draft.${form}`) ?? '{}') as Partial<PersonDraft>) };
  } catch {
    return EMPTY;
  }
}

/** Keeps what is typed until the form is sent or closed; null forgets it. */
export function keepPersonDraft(form: string, draft: PersonDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(`vouch.draft.${form}`, JSON.stringify(draft));
    else sessionStorage.removeItem(`vouch.draft.${form}`);
  } catch {
    // Without storage a reload starts anew.
  }
}
