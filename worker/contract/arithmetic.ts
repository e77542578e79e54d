/** Arithmetic that yields numbers or SQL, so that a rule is written once for both. Amounts are whole numbers. */
export interface Arithmetic<T> {
  of: (value: number) => T;
  plus: (one: T, other: T) => T;
  minus: (one: T, other: T) => T;
  times: (one: T, other: T) => T;
  /** Rounded down. Both numbers are at least 0. */
  dividedBy: (dividend: T, divisor: number) => T;
  lesser: (one: T, other: T) => T;
  greater: (one: T, other: T) => T;
  /** `then`, or `otherwise` if the condition is 0. */
  choose: (condition: T, then: T, otherwise: T) => T;
}

export const NUMBERS: Arithmetic<number> = {
  of: (value) => value,
  plus: (one, other) => one + other,
  minus: (one, other) => one - other,
  times: (one, other) => one * other,
  dividedBy: (dividend, divisor) => Math.floor(dividend / divisor),
  lesser: (one, other) => Math.min(one, other),
  greater: (one, other) => Math.max(one, other),
  choose: (condition, then, otherwise) => (condition === 0 ? otherwise : then),
};

/** Arithmetic in SQL. The database may get numbers as floats, so a cast rounds each quotient down. */
export const arithmeticOf = <T>(
  sql: (text: TemplateStringsArray, ...parts: T[]) => T,
  literal: (text: string) => T,
): Arithmetic<T> => ({
  of: (value) => literal(String(value)),
  plus: (one, other) => sql`(${one} + ${other})`,
  minus: (one, other) => sql`(${one} - ${other})`,
  times: (one, other) => sql`(${one} * ${other})`,
  dividedBy: (dividend, divisor) => sql`cast(${dividend} / ${literal(String(divisor))} as integer)`,
  lesser: (one, other) => sql`min(${one}, ${other})`,
  greater: (one, other) => sql`max(${one}, ${other})`,
  choose: (condition, then, otherwise) => sql`iif(${condition}, ${then}, ${otherwise})`,
});
