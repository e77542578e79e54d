/** Seconds after which nothing more is expected. A test itself may take longer, and would then end without a reason. */
const LONGEST_S = 20;

/** The outcome of a promise, or an error with a reason if it does not settle in time. */
export async function inTime<Value>(outcome: Promise<Value>, reason: () => string): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${reason()} ${LONGEST_S} s have passed.`)), LONGEST_S * 1000);
  try {
    return await Promise.race([outcome, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
