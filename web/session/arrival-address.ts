const IN_FRAGMENT = /[#&](access_token|error|error_code|error_description|message)=/;
const IN_QUERY = /[?&](code|error|error_code|error_description)=/;

/** Says whether the URL carries a session, a code for a session, an error or a message. */
export function arrivesWithSession({ hash, search }: Pick<Location, 'hash' | 'search'>): boolean {
  return IN_FRAGMENT.test(hash) || IN_QUERY.test(search);
}

export function coverPage(): void {
  document.documentElement.dataset['arriving'] = '';
}

export function uncoverPage(): void {
  delete document.documentElement.dataset['arriving'];
}
