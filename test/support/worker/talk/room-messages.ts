export const author = { display_name: 'A student', is_student_verified: true };
export const NOW = Date.UTC(2030, 0, 1);

export const draft = (
  event_id: string,
  over: { body?: string; client_id?: string; user_id?: string; now?: number } = {},
) => ({
  event_id,
  user_id: 'student-1',
  body: 'Who is going?',
  client_id: crypto.randomUUID(),
  author,
  now: NOW,
  ...over,
});
