/** Closes `ProofDialog`, which asks the person to prove who they are. `isProven` says whether they did. */
type Answer = (isProven: boolean) => void;

let open: Answer | null = null;
const listeners = new Set<() => void>();

function setOpen(next: Answer | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Returns the function that answers the open question, or null if no question is open. */
export const openQuestion = () => open;

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) open?.(false);
  };
}

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
