import { brokenConstraint } from '../../../../worker/http/database/constraint.ts';

/** Returns the name of the constraint or trigger that refuses a write, or null if the write succeeds. */
export async function refusalOf(write: Promise<unknown>): Promise<string | null> {
  try {
    await write;
    return null;
  } catch (error) {
    const broken = brokenConstraint(error);
    if (!broken) throw error;
    return broken.name;
  }
}
