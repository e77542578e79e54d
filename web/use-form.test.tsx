import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { forContract, formSchema, readForm, useForm } from './use-form.ts';

afterEach(cleanup);

const Person = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Tell us your name.')),
  email: v.pipe(v.string(), v.trim(), v.email('Invalid email format')),
});
type Person = v.InferInput<typeof Person>;

function Shown({
  send,
  refusal,
  checksOnLeave = false,
}: {
  send: (person: Person) => void;
  refusal?: Error;
  checksOnLeave?: boolean;
}) {
  const [error, setError] = useState<Error | null>(null);
  const mutate = (person: Person, { onError }: { onError: (error: Error) => void }) => {
    send(person);
    setError(refusal ?? null);
    if (refusal) onError(refusal);
  };
  const form = useForm({
    schema: Person,
    initial: { name: '', email: '' },
    mutation: { mutate, isPending: false, error },
    checksOnLeave,
    fieldNames: { full_name: 'name' },
  });
  return (
    <form {...form.props} aria-label="Person">
      {(['name', 'email'] as const).map((name) => {
        const { error: problem, ...input } = form.field(name);
        return (
          <label key={name}>
            {name}
            <input {...input} />
            <span>{problem}</span>
          </label>
        );
      })}
      <p role="alert">{form.error?.message}</p>
      <button disabled={checksOnLeave && form.hasProblems}>{form.isTouched ? 'Send changes' : 'Send'}</button>
    </form>
  );
}

const send = vi.fn<(person: Person) => void>();
const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });

test('a form with problems is not sent, shows every problem and focuses the first invalid field', async () => {
  render(<Shown send={send} />);
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByText('Tell us your name.')).toBeTruthy();
  expect(screen.getByText('Invalid email format')).toBeTruthy();
  expect(document.activeElement).toBe(input('name'));
  expect(send).not.toHaveBeenCalled();
  await userEvent.type(input('name'), 'A');
  expect(screen.queryByText('Tell us your name.')).toBeNull();
  expect(screen.getByText('Invalid email format')).toBeTruthy();
});

test('a form sends the values as its schema parsed them', async () => {
  render(<Shown send={send} />);
  expect(screen.getByRole('button').textContent).toBe('Send');
  await userEvent.type(input('name'), '  A student ');
  expect(screen.getByRole('button').textContent).toBe('Send changes');
  await userEvent.type(input('email'), 'a@vouch.test{Enter}');
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'A student', email: 'a@vouch.test' });
});

test('field errors from the server appear at their fields, and any other error in the form’s alert', async () => {
  const fields = new ApiError('request.invalid', 422, 'Check the form.', {
    fields: { full_name: 'This name is taken.' },
  });
  const { rerender } = render(<Shown send={send} refusal={fields} />);
  await userEvent.type(input('name'), 'A student');
  await userEvent.type(input('email'), 'a@vouch.test{Enter}');
  expect(await screen.findByText('This name is taken.')).toBeTruthy();
  expect(document.activeElement).toBe(input('name'));
  expect(screen.getByRole('alert').textContent).toBe('');
  rerender(<Shown send={send} refusal={new ApiError('network', 0, 'No connection.')} />);
  await userEvent.type(input('name'), '!{Enter}');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('No connection.'));
});

test('a field is checked when the person leaves it, and after that on every key until its value is valid', async () => {
  render(<Shown send={send} checksOnLeave />);
  await userEvent.type(input('email'), 'stud');
  expect(screen.queryByText('Invalid email format')).toBeNull();
  await userEvent.tab();
  expect(screen.getByText('Invalid email format')).toBeTruthy();
  await userEvent.type(input('email'), 'ent@vouch.tes');
  expect(screen.queryByText('Invalid email format')).toBeNull();
});

test('reading a form gives the output of its schema, or a problem for each invalid field', () => {
  const schema = formSchema<{ price: string }, { cents: number }>(({ price }) =>
    price === '' ? { problems: { price: 'Name a price.' } } : { output: { cents: Number(price) * 100 } },
  );
  expect(readForm(schema, { price: '2' })).toEqual({ output: { cents: 200 } });
  expect(readForm(schema, { price: '' })).toEqual({ problems: { price: 'Name a price.' } });
});

test('a problem that concerns two fields is reported only if each field is valid by itself', () => {
  const across = { name: 'Name and email belong to two people.' };
  expect(forContract(Person, { name: '', email: 'a@vouch.test' }, across).problems).toEqual({
    name: 'Tell us your name.',
  });
  expect(forContract(Person, { name: 'A', email: 'a@vouch.test' }, across).problems).toEqual(across);
  expect(forContract(Person, { name: ' A ', email: 'a@vouch.test' }).output).toEqual({
    name: ' A ',
    email: 'a@vouch.test',
  });
});
