/** One thing that operators look at. `sentence` says what is wrong; null: nothing is. */
export interface OperationsCheck {
  name: string;
  value: string;
  sentence: string | null;
}
