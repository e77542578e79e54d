/** Answers the open question: true once the person has given a proof, false if they close it. */
type Answer = (isProven: boolean) => void;

let open: Answer | null = null;
const listeners = new Set<() => void>();

function setOpen(next: Answer | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** The question that is open, or null. */
export const openQuestion = () => open;

/**
 * Calls `listener` whenever a question opens or closes. Returns the function that stops it. The last listener that
 * stops closes the question.
 */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) open?.(false);
  };
}

/**
 * Calls `act`, which may need a fresh proof. If the service refuses it for that reason, asks the person for a proof and
 * calls it again.
 */
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
      if (open === answer) setOpen(null);
      settle(isProven);
    };
    setOpen(answer);
  });
}
