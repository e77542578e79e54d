import * as v from 'valibot';

/** A kind of setting. A value that does not fit is refused with: "<name> is not <what>. <mend>". */
export interface Kind {
  what: string;
  fits: (text: string) => boolean | Promise<boolean>;
  mend: string;
  may_be_empty?: boolean;
  /** Typical mistakes, each with its own sentence. The name of the setting is put before the sentence. */
  traps?: readonly (readonly [isTrapped: (text: string) => boolean, sentence: string])[];
}

const BLANKS_OR_QUOTES = /^\s|[^\S\n]$|^(["'`]).*\1$/s;
const PLACEHOLDER = /^(<.*>|change-?me|todo|x{3,}|replace[-_ ]?me|placeholder|your[-_ ].*)$/i;

async function problemOf(kind: Kind, text: string): Promise<string | undefined> {
  const { what, fits, mend, may_be_empty = false, traps = [] } = kind;
  if (text === '' && may_be_empty) return undefined;
  if (BLANKS_OR_QUOTES.test(text)) return 'has blanks or quotes around its value. Remove them.';
  if (PLACEHOLDER.test(text)) return `is still a placeholder. Set it to ${what}.`;
  const trap = traps.find(([isTrapped]) => isTrapped(text));
  if (trap) return trap[1];
  return (await fits(text)) ? undefined : `is not ${what}. ${mend}`;
}

/** Returns a schema whose messages are sentences without the setting's name and value. */
export const schemaOf = (kind: Kind) =>
  v.pipeAsync(
    v.string('is missing. Set it.'),
    v.rawCheckAsync(async ({ dataset, addIssue }) => {
      const message = dataset.typed ? await problemOf(kind, dataset.value) : undefined;
      if (message) addIssue({ message });
    }),
  );

const grouped = (value: number): string => value.toLocaleString('en-US');

export const orEmpty = (kind: Kind): Kind => ({
  ...kind,
  may_be_empty: true,
  mend: kind.mend.replace(/\.$/, ', or leave it empty.'),
});

export const oneOf = (...words: string[]): Kind => ({
  what: words.map((word) => `\`${word}\``).join(' or '),
  fits: (text) => words.includes(text),
  mend: 'Set it to one of them.',
});

export const flag = oneOf('true', 'false');

export const whole = (least: number, most: number): Kind => ({
  what: `a whole number from ${grouped(least)} to ${grouped(most)}`,
  fits: (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most,
  mend: 'Set it to such a number, in digits only.',
});

export const decimal = (least: number, most: number, { places, unit }: { places: number; unit?: string }): Kind => ({
  what: `a number${unit ? ` of ${unit}` : ''} from ${least} to ${grouped(most)}, with at most ${places} decimals`,
  fits: (text) =>
    new RegExp(`^\\d+(\\.\\d{1,${places}})?$`).test(text) && Number(text) >= least && Number(text) <= most,
  mend: 'Set it to such a number, in digits and a point only.',
});

export const matching = (what: string, form: RegExp, mend = 'Set it to such a value.'): Kind => ({
  what,
  fits: (text) => form.test(text),
  mend,
});

export const text = matching('a text', /./);
export const address = matching('an email address', /^[^@\s<>,;]+@[^@\s<>,;]+\.[a-z]{2,}$/i);

export const listOf = (what: string, form: RegExp): Kind => ({
  what,
  fits: (list) => list.split(',').every((entry) => form.test(entry.trim())),
  mend: 'Set it to such a list, with commas between the entries.',
});

export const pepper: Kind = {
  what: 'a random text of at least 32 characters',
  fits: (secret) => secret.length >= 32 && new Set(secret).size >= 10,
  mend: 'Make one with npm run keys.',
};

/** Line breaks may be written as `\n`. */
export const pem = (label: string): Kind => ({
  what: `a PEM with BEGIN ${label}`,
  fits: (block) =>
    new RegExp(`^-----BEGIN ${label}-----\\n[A-Za-z0-9+/=\\n]{64,}\\n-----END ${label}-----\\s*$`).test(
      block.replaceAll('\\n', '\n').replaceAll('\r', ''),
    ),
  mend: 'Set it to the whole file, from BEGIN to END.',
});
