import type { NewSchool, NewSchoolDomain } from '../tables/people/schools.ts';
import type { SchoolDomainKind } from '../vocabulary.ts';

type Domains = Partial<Record<SchoolDomainKind, readonly string[]>> & {
  /** Domains whose subdomains also belong to the school. */
  wide?: readonly string[];
  /** Aliases, each with its main domain: `'neu.edu': 'northeastern.edu'` means that both have the same inboxes. */
  aliases?: Readonly<Record<string, string>>;
};

type Listed = readonly [id: string, name: string, city: string, domains: Domains];

const BOSTON: readonly Listed[] = [
  ['boston-university', 'Boston University', 'Boston', { shared: ['bu.edu'] }],
  [
    'northeastern',
    'Northeastern University',
    'Boston',
    {
      shared: ['northeastern.edu', 'neu.edu'],
      student: ['husky.neu.edu'],
      aliases: { 'neu.edu': 'northeastern.edu', 'husky.neu.edu': 'northeastern.edu' },
    },
  ],
  [
    'harvard',
    'Harvard University',
    'Cambridge',
    {
      shared: ['harvard.edu', 'hbs.edu'],
      student: ['college.harvard.edu', 'g.harvard.edu'],
      alumni: ['post.harvard.edu'],
      staff: ['mgh.harvard.edu', 'bidmc.harvard.edu', 'dfci.harvard.edu'],
      wide: ['harvard.edu', 'hbs.edu', 'mgh.harvard.edu', 'bidmc.harvard.edu', 'dfci.harvard.edu'],
    },
  ],
  [
    'mit',
    'Massachusetts Institute of Technology',
    'Cambridge',
    { shared: ['mit.edu'], alumni: ['alum.mit.edu'], staff: ['ll.mit.edu'] },
  ],
  ['boston-college', 'Boston College', 'Chestnut Hill', { shared: ['bc.edu'] }],
  ['tufts', 'Tufts University', 'Medford', { shared: ['tufts.edu'] }],
  ['emerson', 'Emerson College', 'Boston', { shared: ['emerson.edu'] }],
  ['suffolk', 'Suffolk University', 'Boston', { student: ['su.suffolk.edu'], staff: ['suffolk.edu'] }],
  ['umass-boston', 'University of Massachusetts Boston', 'Boston', { shared: ['umb.edu'] }],
  ['wentworth', 'Wentworth Institute of Technology', 'Boston', { shared: ['wit.edu'] }],
  ['berklee', 'Berklee College of Music', 'Boston', { shared: ['berklee.edu'] }],
  ['massart', 'Massachusetts College of Art and Design', 'Boston', { shared: ['massart.edu'] }],
  ['simmons', 'Simmons University', 'Boston', { shared: ['simmons.edu'] }],
  ['emmanuel', 'Emmanuel College', 'Boston', { shared: ['emmanuel.edu'] }],
  [
    'mcphs',
    'Massachusetts College of Pharmacy and Health Sciences',
    'Boston',
    { student: ['stu.mcphs.edu'], staff: ['mcphs.edu'] },
  ],
  ['brandeis', 'Brandeis University', 'Waltham', { shared: ['brandeis.edu'] }],
  ['wellesley', 'Wellesley College', 'Wellesley', { shared: ['wellesley.edu'], alumni: ['alum.wellesley.edu'] }],
  ['babson', 'Babson College', 'Wellesley', { shared: ['babson.edu'] }],
  ['bentley', 'Bentley University', 'Waltham', { student: ['falcon.bentley.edu'], staff: ['bentley.edu'] }],
  ['lesley', 'Lesley University', 'Cambridge', { shared: ['lesley.edu'] }],
  ['nec', 'New England Conservatory', 'Boston', { shared: ['necmusic.edu'] }],
  ['olin', 'Olin College of Engineering', 'Needham', { shared: ['olin.edu'] }],
  ['lasell', 'Lasell University', 'Newton', { shared: ['lasell.edu'] }],
];

const NEW_YORK: readonly Listed[] = [
  [
    'nyu',
    'New York University',
    'New York',
    { shared: ['nyu.edu', 'stern.nyu.edu'], staff: ['nyulangone.org'], aliases: { 'stern.nyu.edu': 'nyu.edu' } },
  ],
  [
    'columbia',
    'Columbia University',
    'New York',
    {
      shared: ['columbia.edu', 'cumc.columbia.edu', 'law.columbia.edu', 'tc.columbia.edu'],
      student: ['gsb.columbia.edu'],
      alumni: ['caa.columbia.edu'],
    },
  ],
  ['barnard', 'Barnard College', 'New York', { shared: ['barnard.edu'] }],
  ['fordham', 'Fordham University', 'New York', { shared: ['fordham.edu'] }],
  ['new-school', 'The New School', 'New York', { shared: ['newschool.edu'] }],
  ['sva', 'School of Visual Arts', 'New York', { shared: ['sva.edu'] }],
  ['fit', 'Fashion Institute of Technology', 'New York', { shared: ['fitnyc.edu'] }],
  ['pratt', 'Pratt Institute', 'New York', { shared: ['pratt.edu'] }],
  ['cooper-union', 'The Cooper Union', 'New York', { shared: ['cooper.edu'] }],
  ['juilliard', 'The Juilliard School', 'New York', { shared: ['juilliard.edu'] }],
  ['manhattan-music', 'Manhattan School of Music', 'New York', { shared: ['msmnyc.edu'] }],
  ['pace', 'Pace University', 'New York', { shared: ['pace.edu'] }],
  ['st-johns', "St. John's University", 'New York', { student: ['my.stjohns.edu'], staff: ['stjohns.edu'] }],
  ['yeshiva', 'Yeshiva University', 'New York', { student: ['mail.yu.edu'], staff: ['yu.edu'] }],
  ['liu', 'Long Island University', 'New York', { student: ['my.liu.edu'], staff: ['liu.edu'] }],
  ['baruch', 'Baruch College', 'New York', { student: ['baruchmail.cuny.edu'], staff: ['baruch.cuny.edu'] }],
  ['hunter', 'Hunter College', 'New York', { student: ['myhunter.cuny.edu'], staff: ['hunter.cuny.edu'] }],
  [
    'city-college',
    'The City College of New York',
    'New York',
    { student: ['citymail.cuny.edu'], staff: ['ccny.cuny.edu'] },
  ],
  ['brooklyn-college', 'Brooklyn College', 'New York', { student: ['bcmail.cuny.edu'], staff: ['brooklyn.cuny.edu'] }],
  ['queens-college', 'Queens College', 'New York', { student: ['qmail.cuny.edu'], staff: ['qc.cuny.edu'] }],
  ['john-jay', 'John Jay College of Criminal Justice', 'New York', { shared: ['jjay.cuny.edu'] }],
  [
    'bmcc',
    'Borough of Manhattan Community College',
    'New York',
    { student: ['stu.bmcc.cuny.edu'], staff: ['bmcc.cuny.edu'] },
  ],
  [
    'city-tech',
    'New York City College of Technology',
    'New York',
    { student: ['mail.citytech.cuny.edu'], staff: ['citytech.cuny.edu'] },
  ],
];

const LISTED = [...BOSTON, ...NEW_YORK];

/** The schools in every new database. Admins can correct them and add more schools. */
export const SCHOOLS: NewSchool[] = LISTED.map(([id, name, city]) => ({ id, name, city }));

export const SCHOOL_DOMAINS: Required<NewSchoolDomain>[] = LISTED.flatMap(
  ([school_id, , , { wide = [], aliases = {}, ...kinds }]) =>
    Object.entries(kinds).flatMap(([kind, domains]) =>
      domains.map((domain) => ({
        domain,
        school_id,
        kind: kind as SchoolDomainKind,
        includes_subdomains: wide.includes(domain),
        alias_of: aliases[domain] ?? null,
      })),
    ),
);
