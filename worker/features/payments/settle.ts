/** Looks at the payment of a request again and takes every step that is due. It is safe to run at any time, and twice at once. */
export async function settle(_env: Env, _requestId: string, _about: { now: Date }): Promise<void> {}
