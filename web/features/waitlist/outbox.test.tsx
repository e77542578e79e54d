import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, makeApi } from '../../api.ts';
import { deliver, flushOutbox, type Parcel, waiting } from './outbox.ts';

const parcel = (over: Partial<Parcel['form']> = {}): Parcel => ({
  to: 'resellers',
  form: { name: 'A student', email: 'a@vouch.test', phone: '617 555 0100', instagram: 'a', school: 'BU', ...over },
});

/** A server that gives these statuses in turn, 0 for no answer; counts what it was sent. */
function server(...answers: (number | string)[]) {
  const sent: string[] = [];
  const api = makeApi('http://vouch.test', async (_url, init) => {
    sent.push(init?.body as string);
    const answer = answers.shift() ?? 201;
    if (answer === 0) throw new TypeError('offline');
    const code = typeof answer === 'string' ? answer : 'server.unexpected';
    const status = typeof answer === 'string' ? 500 : answer;
    return Response.json(status < 300 ? {} : { error: { code, message: 'no', request_id: 'r' } }, { status });
  });
  return { api, sent };
}

afterEach(() => localStorage.clear());

test('a form is kept before it is sent and leaves once the server has it', async () => {
  const kept: number[] = [];
  const api = makeApi('http://vouch.test', async () => {
    kept.push(waiting().length);
    return Response.json({}, { status: 201 });
  });
  await deliver(api, parcel());
  expect(kept).toEqual([1]);
  expect(waiting()).toEqual([]);
});

test.each([0, 429, 500, 503])('a form stays when the answer is %s', async (status) => {
  const { api } = server(status);
  await expect(deliver(api, parcel())).rejects.toBeInstanceOf(ApiError);
  expect(waiting()).toEqual([parcel()]);
});

test.each([400, 404, 409, 422])('a form leaves when it is refused with %s', async (status) => {
  const { api } = server(status);
  await expect(deliver(api, parcel())).rejects.toMatchObject({ status });
  expect(waiting()).toEqual([]);
});

test('a missing table counts as success for the person and keeps the form', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { api } = server('42P01');
  await deliver(api, parcel());
  expect(waiting()).toEqual([parcel()]);
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

test('the same person sends a form again in place of the first, another person beside it', async () => {
  const { api } = server(0, 0, 0);
  await deliver(api, parcel()).catch(() => undefined);
  await deliver(api, parcel({ email: 'A@vouch.test', name: 'The same student' })).catch(() => undefined);
  await deliver(api, parcel({ email: 'b@vouch.test' })).catch(() => undefined);
  expect(waiting().map(({ form }) => form.name)).toEqual(['The same student', 'A student']);
});

test('the next visit sends what waits and keeps only what fails again', async () => {
  const { api, sent } = server(0, 0, 201, 503);
  await deliver(api, parcel()).catch(() => undefined);
  await deliver(api, parcel({ email: 'b@vouch.test' })).catch(() => undefined);
  await flushOutbox(api);
  expect(sent).toHaveLength(4);
  expect(waiting().map(({ form }) => form.email)).toEqual(['b@vouch.test']);
});

test('a storage that holds nonsense counts as empty', () => {
  localStorage.setItem('vouch.outbox', '{');
  expect(waiting()).toEqual([]);
  localStorage.setItem('vouch.outbox', '"text"');
  expect(waiting()).toEqual([]);
});

test('an entry that is no form is dropped, and the forms beside it are sent', async () => {
  const good = parcel();
  const nonsense = [
    null,
    7,
    'text',
    [],
    {},
    { kind: 'x' },
    { to: 'x', form: good.form },
    { to: 'resellers' },
    { to: 'waitlist', form: null },
  ];
  const wrong = [
    { to: 'resellers', form: { ...good.form, email: 7 } },
    { to: 'waitlist', form: { ...good.form, event_id: {} } },
  ];
  localStorage.setItem('vouch.outbox', JSON.stringify([...nonsense, good, ...wrong]));
  expect(waiting()).toEqual([good]);
  const { api, sent } = server(201, 201);
  await deliver(api, parcel({ email: 'b@vouch.test' }));
  await flushOutbox(api);
  expect(sent).toHaveLength(2);
  expect(localStorage.getItem('vouch.outbox')).toBeNull();
});
