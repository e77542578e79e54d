import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { ApiError } from './api.ts';

/** The first problem of each field, by its name. */
type Problems = Record<string, string | undefined>;

/** A form that can be sent, as `output`, or its problems. */
type Reading<O> = { output: O; problems?: never } | { output?: never; problems: Problems };

/** The names of the fields that hold text. */
type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;

/** Sends what the schema made of a form: a TanStack mutation. */
export interface FormMutation<O> {
  mutate: (output: O, options: { onError: (error: Error) => void }) => void;
  isPending: boolean;
  error: Error | null;
}

/** Reads a form as typed: what its schema makes of it, or the first problem of each field. */
export function readForm<V, O>(schema: v.GenericSchema<V, O>, values: V): Reading<O> {
  const { success, output, issues } = v.safeParse(schema, values);
  return success ? { output } : { problems: problemsOf(issues) };
}

/** A schema of a form as typed, where `read` tells what is sent or what is wrong. */
export function formSchema<V, O>(read: (values: V) => Reading<O>): v.GenericSchema<V, O> {
  return v.pipe(
    v.custom<V>(() => true),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const { output, problems } = read(value);
      if (!problems) return output;
      for (const [key, message] of Object.entries(problems)) {
        if (message) addIssue({ message, path: [{ type: 'unknown', origin: 'value', input: value, key, value: undefined }] });
      }
      return NEVER;
    }),
  );
}

/**
 * Judges what is sent to an API that parses it with `contract`. `across` are the problems between fields: they count once each field is
 * right by itself.
 */
export function forContract<S extends v.GenericSchema>(contract: S, sent: unknown, across: Problems = {}): Reading<v.InferInput<S>> {
  if (!v.is(contract, sent)) return { problems: problemsOf(v.safeParse(contract, sent).issues ?? []) };
  return Object.keys(across).length > 0 ? { problems: across } : { output: sent };
}

/**
 * The state of a form: its values, the problem of each field, and one mutation that sends what the schema makes of the values. A field
 * is judged when the form is sent, with `judgesOnLeave` also when the field is left. A change takes the problem of its field away. The
 * server's problems come to their fields; any other failure of the mutation is `error`, for one line in the form.
 */
export function useForm<V extends object, O>({
  schema,
  initial,
  mutation,
  judgesOnLeave = false,
  fieldNames = {},
  onValues,
}: {
  schema: v.GenericSchema<V, O>;
  initial: V | (() => V);
  mutation: FormMutation<O>;
  judgesOnLeave?: boolean;
  /** The form's names of fields that the server calls otherwise. */
  fieldNames?: Record<string, string>;
  /** Is told the values after each change, to keep them over a reload. */
  onValues?: (values: V) => void;
}) {
  const [saved, setSaved] = useState(initial);
  const [values, setValues] = useState(saved);
  const [problems, setProblems] = useState<Problems>({});
  const element = useRef<HTMLFormElement>(null);
  const hasProblems = Object.values(problems).some((problem) => problem !== undefined);

  const become = (next: V) => {
    setValues(next);
    onValues?.(next);
  };
  /** Shows problems and puts the focus into the first field that has one. */
  const show = (found: Problems) => {
    setProblems(found);
    const fields = [...(element.current?.elements ?? [])].filter((field) => field instanceof HTMLElement);
    fields.find((field) => found[field.getAttribute('name') ?? ''] !== undefined)?.focus();
  };
  const judge = (name: string, judged: V) => {
    const found = readForm(schema, judged).problems?.[name];
    setProblems((before) => ({ ...before, [name]: found }));
  };
  const change = (changed: Partial<V>) => {
    const next = { ...values, ...changed };
    become(next);
    for (const name of Object.keys(changed)) {
      if (judgesOnLeave && problems[name] !== undefined) judge(name, next);
      else setProblems(({ [name]: _mended, ...others }) => others);
    }
  };
  return {
    values,
    problems,
    hasProblems,
    isBusy: mutation.isPending,
    isTouched: JSON.stringify(values) !== JSON.stringify(saved),
    /** Why the form could not be sent, unless its fields tell. */
    error: hasProblems ? null : mutation.error,
    change,
    /** Starts anew from these values. */
    reset: (next: V) => {
      setSaved(next);
      become(next);
      setProblems({});
    },
    /** The form's element, to close its dialog or to focus a field. */
    element,
    /** What the `<form>` takes. */
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (mutation.isPending) return;
        const { output, problems: found } = readForm(schema, values);
        show(found ?? {});
        if (!found) mutation.mutate(output, { onError: (error) => show(renamed(fieldsOf(error), fieldNames)) });
      },
    },
    /** What the input of that name takes. */
    field: (name: TextName<V>) => ({
      name,
      value: values[name] as string,
      error: problems[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
        change({ [name]: target.value } as Partial<V>),
      ...(judgesOnLeave ? { onBlur: () => judge(name, values) } : {}),
    }),
  };
}

/** What a refusal says about each field. */
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
