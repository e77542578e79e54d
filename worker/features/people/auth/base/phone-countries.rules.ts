const CANADA =
  '204 226 236 249 250 257 263 289 306 343 354 365 367 368 382 387 403 416 418 428 431 437 438 450 460 468 474 506 514 519 537 548 568 579 581 584 587 600 604 613 622 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942'.split(
    ' ',
  );

/** Area codes under +1 that belong to other countries or charge extra. */
const OTHER_PLUS_ONE =
  '242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876 900 976 500 521 522 523 524 525 526 527 528 529 532 533 538 542 543 544 545 546 547 549 550 552 553 554 556 566 569 577 578 588 589 700 710'.split(
    ' ',
  );

const PREFIXES: Record<string, string> = {
  AT: '43',
  AU: '61',
  BE: '32',
  CH: '41',
  DE: '49',
  DK: '45',
  ES: '34',
  FI: '358',
  FR: '33',
  GB: '44',
  IE: '353',
  IL: '972',
  IN: '91',
  IT: '39',
  JP: '81',
  KR: '82',
  MX: '52',
  NL: '31',
  NO: '47',
  NZ: '64',
  PL: '48',
  PT: '351',
  SE: '46',
  SG: '65',
};

/**
 * Returns whether a phone number belongs to one of `countries`. `digits`: the number in E.164, without the plus. Under
 * +1 the area code decides, because texting some areas costs as much as texting another continent. Other countries are
 * served only if they are in `PREFIXES`.
 */
export function isServedPhone(digits: string, countries: readonly string[]): boolean {
  if (digits.startsWith('1')) {
    const area = digits.slice(1, 4);
    const country = CANADA.includes(area) ? 'CA' : 'US';
    return digits.length === 11 && !OTHER_PLUS_ONE.includes(area) && countries.includes(country);
  }
  return countries.some((country) => PREFIXES[country] !== undefined && digits.startsWith(PREFIXES[country]));
}
