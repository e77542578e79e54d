/** The logo: a ticket stub with a punched hole. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" fill="currentColor" fillRule="evenodd" aria-hidden="true">
      <path d="M5 7h22a2 2 0 0 1 2 2v4a3 3 0 0 0 0 6v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4a3 3 0 0 0 0-6V9a2 2 0 0 1 2-2m11 12.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7" />
    </svg>
  );
}
