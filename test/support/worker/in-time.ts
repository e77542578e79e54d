/** The longest wait, in seconds. It ends before a test's own time limit, whose error does not say what was missing. */
const LONGEST_S = 20;

export async function inTime<Value>(outcome: Promise<Value>, reason: () => string): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${reason()} ${LONGEST_S} s have passed.`)), LONGEST_S * 1000);
  try {
    return await Promise.race([outcome, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
