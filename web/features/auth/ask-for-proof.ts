/** Settles the question that is open: true once the person is proven, false if they close it. */
type Answer = (isProven: boolean) => void;

let open: Answer | null = null;
const listeners = new Set<() => void>();

function become(next: Answer | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** The question that is open, or null. */
export const openQuestion = () => open;

/** Calls `listener` whenever a question opens or closes. Returns how to stop. A question that nobody shows any more is closed. */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) open?.(false);
  };
}

/** Does what the service may refuse without a fresh proof. After a refusal, the person proves who they are and it is done again. */
export async function withFreshProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!needsProof(error) || !(await askForProof())) throw error;
    return act();
  }
}

function needsProof(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'reauthentication_needed';
}

function askForProof(): Promise<boolean> {
  return new Promise((settle) => {
    const answer: Answer = (isProven) => {
      if (open === answer) become(null);
      settle(isProven);
    };
    become(answer);
  });
}
