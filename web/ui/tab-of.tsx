/** The content of a link in a bar: a line drawing, given as a path, above its name. */
export const tabOf = (draws: string, name: string) => (
  <>
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d={draws} />
    </svg>
    {name}
  </>
);
