/**
 * Fetches for the auth library, which keeps only the message of a failed answer. So the request id becomes the message
 * of a server error.
 */
export const fetchAuth: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const id = answer.headers.get('X-Request-Id');
  if (answer.status < 500 || !id) return answer;
  return Response.json({ msg: id }, { status: answer.status });
};
