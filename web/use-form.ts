import { type ChangeEvent, type FormEvent, type PointerEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { ApiError } from './api.ts';

/** Maps the name of each field to its first problem. */
type Problems = Record<string, string | undefined>;

type Reading<O> = { output: O; problems?: never } | { output?: never; problems: Problems };

type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;

export interface FormMutation<O> {
  mutate: (output: O, options: { onError: (error: Error) => void }) => void;
  isPending: boolean;
  error: Error | null;
}

export function readForm<V, O>(schema: v.GenericSchema<V, O>, values: V): Reading<O> {
  const { success, output, issues } = v.safeParse(schema, values);
  return success ? { output } : { problems: problemsOf(issues) };
}

export function formSchema<V, O>(read: (values: V) => Reading<O>): v.GenericSchema<V, O> {
  return v.pipe(
    v.custom<V>(() => true),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const { output, problems } = read(value);
      if (!problems) return output;
      for (const [key, message] of Object.entries(problems)) {
        if (message)
          addIssue({ message, path: [{ type: 'unknown', origin: 'value', input: value, key, value: undefined }] });
      }
      return NEVER;
    }),
  );
}

/**
 * Checks `sent` with the API's `contract`. `across` has the problems that concern several fields together. It is
 * returned only if the contract finds no problem.
 */
export function forContract<S extends v.GenericSchema>(
  contract: S,
  sent: unknown,
  across: Problems = {},
): Reading<v.InferInput<S>> {
  if (!v.is(contract, sent)) return { problems: problemsOf(v.safeParse(contract, sent).issues ?? []) };
  return Object.keys(across).length > 0 ? { problems: across } : { output: sent };
}

/**
 * Checks all fields when the form is sent. With `checksOnLeave`, it also checks a field that the user leaves, and it
 * checks a field with a problem again after each change. A problem that the server finds in a field is shown at that
 * field. Any other failure is in `error`.
 */
export function useForm<V extends object, O>({
  schema,
  initial,
  mutation,
  checksOnLeave = false,
  fieldNames = {},
  onValues,
}: {
  schema: v.GenericSchema<V, O>;
  initial: V | (() => V);
  mutation: FormMutation<O>;
  checksOnLeave?: boolean;
  /** Maps the server's name of a field to the form's name. Has only fields whose two names differ. */
  fieldNames?: Record<string, string>;
  /** Called with the values after each change, so that the caller can keep them over a reload. */
  onValues?: (values: V) => void;
}) {
  const [saved, setSaved] = useState(initial);
  const [values, setValues] = useState(saved);
  const [problems, setProblems] = useState<Problems>({});
  const element = useRef<HTMLFormElement>(null);
  /**
   * True while the pointer presses the submit button. A field that loses the focus then shows no new error, because an
   * error could move the button away.
   */
  const isSending = useRef(false);
  const hasProblems = Object.values(problems).some((problem) => problem !== undefined);

  const setAll = (next: V) => {
    setValues(next);
    onValues?.(next);
  };
  const show = (found: Problems) => {
    setProblems(found);
    const fields = [...(element.current?.elements ?? [])].filter((field) => field instanceof HTMLElement);
    fields.find((field) => found[field.getAttribute('name') ?? ''] !== undefined)?.focus();
  };
  const checkField = (name: string, judged: V) => {
    const found = readForm(schema, judged).problems?.[name];
    setProblems((before) => ({ ...before, [name]: found }));
  };
  const change = (changed: Partial<V>) => {
    const next = { ...values, ...changed };
    setAll(next);
    for (const name of Object.keys(changed)) {
      if (checksOnLeave && problems[name] !== undefined) checkField(name, next);
      else setProblems(({ [name]: _fixed, ...others }) => others);
    }
  };
  return {
    values,
    problems,
    hasProblems,
    isBusy: mutation.isPending,
    isTouched: JSON.stringify(values) !== JSON.stringify(saved),
    error: hasProblems ? null : mutation.error,
    change,
    reset: (next: V) => {
      setSaved(next);
      setAll(next);
      setProblems({});
    },
    element,
    close: () => element.current?.closest('dialog')?.close(),
    props: {
      ref: element,
      noValidate: true,
      onPointerDown: ({ target }: PointerEvent) => {
        isSending.current = (target as Element).closest('[type=submit]') !== null;
      },
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        isSending.current = false;
        if (mutation.isPending) return;
        const { output, problems: found } = readForm(schema, values);
        show(found ?? {});
        if (!found) mutation.mutate(output, { onError: (error) => show(renamed(fieldsOf(error), fieldNames)) });
      },
    },
    field: (name: TextName<V>) => ({
      name,
      value: values[name] as string,
      error: problems[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
        change({ [name]: target.value } as Partial<V>),
      ...(checksOnLeave
        ? {
            onBlur: () => {
              if (!isSending.current) checkField(name, values);
              isSending.current = false;
            },
          }
        : {}),
    }),
  };
}

function fieldsOf(error: Error): Problems {
  return error instanceof ApiError ? error.fields : {};
}

function renamed(problems: Problems, names: Record<string, string>): Problems {
  return Object.fromEntries(Object.entries(problems).map(([name, problem]) => [names[name] ?? name, problem]));
}

function problemsOf(issues: readonly v.BaseIssue<unknown>[]): Problems {
  const problems: Problems = {};
  for (const issue of issues) problems[String(issue.path?.[0]?.key)] ??= issue.message;
  return problems;
}
