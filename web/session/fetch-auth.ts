/** Replaces the message of a server error with the request id, because the auth library keeps only the message. */
export const fetchAuth: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const id = answer.headers.get('X-Request-Id');
  if (answer.status < 500 || !id) return answer;
  return Response.json({ msg: id }, { status: answer.status });
};
