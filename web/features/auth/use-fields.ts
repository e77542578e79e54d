import { type ChangeEvent, type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { errorOf, type Fields } from './credentials.ts';

type Texts<F extends Fields> = { [K in keyof F]: string };

/**
 * The texts of a form. A field is judged when it is left, and with every key once it shows an error; all of them when the form is
 * sent, which calls `send` with the cleaned texts where nothing is wrong.
 */
export function useFields<F extends Fields>(fields: F, send: (texts: Texts<F>) => void) {
  const names = Object.keys(fields) as (keyof F)[];
  const empty = Object.fromEntries(names.map((name) => [name, ''])) as Texts<F>;
  const [texts, setTexts] = useState(empty);
  const [errors, setErrors] = useState<{ [K in keyof F]?: string | undefined }>({});
  const judge = (name: keyof F, text: string) => setErrors((before) => ({ ...before, [name]: errorOf(fields[name]!, text) }));

  return {
    hasErrors: names.some((name) => errors[name] !== undefined),
    clear: () => {
      setTexts(empty);
      setErrors({});
    },
    /** What the input of that name takes. */
    input: (name: keyof F & string) => ({
      name,
      value: texts[name],
      error: errors[name],
      onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
        setTexts((before) => ({ ...before, [name]: value }));
        if (errors[name] !== undefined) judge(name, value);
      },
      onBlur: ({ target: { value } }: ChangeEvent<HTMLInputElement>) => judge(name, value),
    }),
    submit: (event: FormEvent) => {
      event.preventDefault();
      const found = Object.fromEntries(names.map((name) => [name, errorOf(fields[name]!, texts[name])])) as typeof errors;
      setErrors(found);
      const wrong = names.find((name) => found[name] !== undefined);
      if (wrong === undefined) send(Object.fromEntries(names.map((name) => [name, v.parse(fields[name]!, texts[name])])) as Texts<F>);
      else (event.currentTarget as HTMLFormElement).querySelector<HTMLInputElement>(`[name="${String(wrong)}"]`)?.focus();
    },
  };
}
