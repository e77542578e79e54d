/** The auth library keeps only the message of a failed answer, so a server error gets the request id as its message. */
export const fetchAuth: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const id = answer.headers.get('X-Request-Id');
  if (answer.status < 500 || !id) return answer;
  return Response.json({ msg: id }, { status: answer.status });
};
