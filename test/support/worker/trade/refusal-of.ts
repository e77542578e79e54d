import { brokenConstraint } from '../../../../worker/http/database/constraint.ts';

/** Returns the name of the constraint or trigger that refuses a write, or null if none does. */
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
