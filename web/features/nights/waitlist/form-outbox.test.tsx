import { afterEach, expect, test } from 'vitest';
import { ApiError, makeApi } from '../../../api.ts';
import { sendForm, sendWaitingForms, type OutgoingForm, waitingForms } from './form-outbox.ts';

const outgoing = (over: Partial<OutgoingForm['form']> = {}): OutgoingForm => ({
  to: 'resellers',
  form: { name: 'A student', email: 'a@vouch.test', phone: '617 555 0100', instagram: 'a', school: 'BU', ...over },
});

/** A fake server that answers with these statuses in turn, where 0 means no answer, and records what it receives. */
function server(...answers: number[]) {
  const sent: string[] = [];
  const api = makeApi('http://vouch.test', async (_url, init) => {
    sent.push(init?.body as string);
    const answer = answers.shift() ?? 201;
    if (answer === 0) throw new TypeError('offline');
    const refusal = { error: { code: 'server.unexpected', message: 'no', request_id: 'r' } };
    return Response.json(answer < 300 ? {} : refusal, { status: answer });
  });
  return { api, sent };
}

afterEach(() => localStorage.clear());

test('a form is stored in the browser before it is sent, and removed once the server has it', async () => {
  const kept: number[] = [];
  const api = makeApi('http://vouch.test', async () => {
    kept.push(waitingForms().length);
    return Response.json({}, { status: 201 });
  });
  await sendForm(api, outgoing());
  expect(kept).toEqual([1]);
  expect(waitingForms()).toEqual([]);
});

test.each([0, 429, 500, 503])('a form stays stored after the status %s, where 0 means no answer', async (status) => {
  const { api } = server(status);
  await expect(sendForm(api, outgoing())).rejects.toBeInstanceOf(ApiError);
  expect(waitingForms()).toEqual([outgoing()]);
});

test.each([400, 404, 409, 422])('a form is removed when it is refused with %s', async (status) => {
  const { api } = server(status);
  await expect(sendForm(api, outgoing())).rejects.toMatchObject({ status });
  expect(waitingForms()).toEqual([]);
});

test('a stored form is replaced only by a newer form of the same person', async () => {
  const { api } = server(0, 0, 0);
  await sendForm(api, outgoing()).catch(() => undefined);
  await sendForm(api, outgoing({ email: 'A@vouch.test', name: 'The same student' })).catch(() => undefined);
  await sendForm(api, outgoing({ email: 'b@vouch.test' })).catch(() => undefined);
  expect(waitingForms().map(({ form }) => form.name)).toEqual(['The same student', 'A student']);
});

test('the next visit sends the stored forms and keeps only those that fail again', async () => {
  const { api, sent } = server(0, 0, 201, 503);
  await sendForm(api, outgoing()).catch(() => undefined);
  await sendForm(api, outgoing({ email: 'b@vouch.test' })).catch(() => undefined);
  await sendWaitingForms(api);
  expect(sent).toHaveLength(4);
  expect(waitingForms().map(({ form }) => form.email)).toEqual(['b@vouch.test']);
});

test('invalid content in the storage counts as no forms', () => {
  localStorage.setItem('vouch.outbox', '{');
  expect(waitingForms()).toEqual([]);
  localStorage.setItem('vouch.outbox', '"text"');
  expect(waitingForms()).toEqual([]);
});

test('stored entries that are not forms are dropped, and valid forms are sent', async () => {
  const good = outgoing();
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
  expect(waitingForms()).toEqual([good]);
  const { api, sent } = server(201, 201);
  await sendForm(api, outgoing({ email: 'b@vouch.test' }));
  await sendWaitingForms(api);
  expect(sent).toHaveLength(2);
  expect(localStorage.getItem('vouch.outbox')).toBeNull();
});
