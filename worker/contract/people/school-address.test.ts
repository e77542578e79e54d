import { expect, test } from 'vitest';
import { SCHOOL_DOMAINS, SCHOOLS } from '../../../drizzle/seed/schools.ts';
import { domainsAbove, judgeSchoolAddress, readSchoolAddress } from './school-address.ts';

function judged(text: string): string {
  const address = readSchoolAddress(text);
  if (!address) return 'unreadable';
  const answer = judgeSchoolAddress(address, SCHOOL_DOMAINS);
  return answer.refused ?? `${answer.school_id} ${answer.inbox}`;
}

test.each([
  ['rhett@bu.edu', 'boston-university rhett@bu.edu'],
  ['a.student@northeastern.edu', 'northeastern a.student@northeastern.edu'],
  ['astudent@college.harvard.edu', 'harvard astudent@college.harvard.edu'],
  ['astudent@g.harvard.edu', 'harvard astudent@g.harvard.edu'],
  ['astudent@mit.edu', 'mit astudent@mit.edu'],
  ['a.student@bc.edu', 'boston-college a.student@bc.edu'],
  ['a.student@tufts.edu', 'tufts a.student@tufts.edu'],
  ['a_student@emerson.edu', 'emerson a_student@emerson.edu'],
  ['astudent@su.suffolk.edu', 'suffolk astudent@su.suffolk.edu'],
  ['a.student001@umb.edu', 'umass-boston a.student001@umb.edu'],
  ['studenta@wit.edu', 'wentworth studenta@wit.edu'],
  ['astudent@berklee.edu', 'berklee astudent@berklee.edu'],
  ['a.student@stu.mcphs.edu', 'mcphs a.student@stu.mcphs.edu'],
  ["a.o'student@simmons.edu", "simmons a.o'student@simmons.edu"],
  ['student-a@falcon.bentley.edu', 'bentley student-a@falcon.bentley.edu'],
  ['ab1234@nyu.edu', 'nyu ab1234@nyu.edu'],
  ['ab1234@columbia.edu', 'columbia ab1234@columbia.edu'],
  ['astudent@gsb.columbia.edu', 'columbia astudent@gsb.columbia.edu'],
  ['ab1234@barnard.edu', 'barnard ab1234@barnard.edu'],
  ['astudent@fordham.edu', 'fordham astudent@fordham.edu'],
  ['studa123@newschool.edu', 'new-school studa123@newschool.edu'],
  ['astudent@sva.edu', 'sva astudent@sva.edu'],
  ['a_student@fitnyc.edu', 'fit a_student@fitnyc.edu'],
  ['a.student@my.stjohns.edu', 'st-johns a.student@my.stjohns.edu'],
  ['astudent@mail.yu.edu', 'yeshiva astudent@mail.yu.edu'],
  ['a.student@baruchmail.cuny.edu', 'baruch a.student@baruchmail.cuny.edu'],
  ['a.student@myhunter.cuny.edu', 'hunter a.student@myhunter.cuny.edu'],
  ['a.student@stu.bmcc.cuny.edu', 'bmcc a.student@stu.bmcc.cuny.edu'],
  // Spaces, capitals, a part after `+` and an alias domain do not change the inbox. An extra dot does.
  ['  Rhett@BU.edu ', 'boston-university rhett@bu.edu'],
  ['rhett+nights@bu.edu', 'boston-university rhett@bu.edu'],
  ['rhett+a+b@bu.edu', 'boston-university rhett@bu.edu'],
  ['r.hett@bu.edu', 'boston-university r.hett@bu.edu'],
  ['a.student@neu.edu', 'northeastern a.student@northeastern.edu'],
  ['a.student@husky.neu.edu', 'northeastern a.student@northeastern.edu'],
  ['ab1234@stern.nyu.edu', 'nyu ab1234@nyu.edu'],
  // Subdomains that are accepted, then addresses that are refused or unreadable.
  ['astudent@gsd.harvard.edu', 'harvard astudent@gsd.harvard.edu'],
  ['astudent@jd28.law.harvard.edu', 'harvard astudent@jd28.law.harvard.edu'],
  ['astudent@mba2028.hbs.edu', 'harvard astudent@mba2028.hbs.edu'],
  ['astudent@cs.bu.edu', 'unknown'],
  ['astudent@husky.northeastern.edu', 'unknown'],
  ['astudent@cuny.edu', 'unknown'],
  ['astudent@alum.mit.edu', 'alumni'],
  ['astudent@post.harvard.edu', 'alumni'],
  ['astudent@caa.columbia.edu', 'alumni'],
  ['astudent@alum.wellesley.edu', 'alumni'],
  ['astudent@alumni.bu.edu', 'alumni'],
  ['astudent@alumni.hbs.edu', 'alumni'],
  ['astudent@mba1999.alumni.hbs.edu', 'alumni'],
  ['astudent@alumnae.tufts.edu', 'alumni'],
  ['astudent@lists.alum.mit.edu', 'alumni'],
  ['aprofessor@suffolk.edu', 'staff'],
  ['adoctor@mgh.harvard.edu', 'staff'],
  ['adoctor@lab.mgh.harvard.edu', 'staff'],
  ['anengineer@ll.mit.edu', 'staff'],
  ['adoctor@nyulangone.org', 'staff'],
  ['aprofessor@hunter.cuny.edu', 'staff'],
  ['astudent@bu.edu.evil.test', 'unknown'],
  ['astudent@notbu.edu', 'unknown'],
  ['astudent@bu-edu.test', 'unknown'],
  ['astudent@bu.education', 'unknown'],
  ['astudent@gmail.com', 'unknown'],
  ['astudent@edu', 'unreadable'],
  ['astudent@bu.edu.', 'unreadable'],
  ['astudent@.bu.edu', 'unreadable'],
  ['astudent@bu..edu', 'unreadable'],
  ['astudent@b\u0443.edu', 'unreadable'],
  ['\u0430student@bu.edu', 'unreadable'],
  ['astudent@\u212Aean.edu', 'unreadable'],
  ['astudent@xn--b-ogb.edu', 'unreadable'],
  ['astudent@xn--bu.harvard.edu', 'unreadable'],
  ['astudent@bu\u3002edu', 'unreadable'],
  ['"a student"@bu.edu', 'unreadable'],
  ['"x@evil.test"@bu.edu', 'unreadable'],
  ['x@evil.test@bu.edu', 'unreadable'],
  ['x@bu.edu@evil.test', 'unreadable'],
  ['x%evil.test@bu.edu', 'unreadable'],
  ['evil.test!x@bu.edu', 'unreadable'],
  ['A Student <astudent@bu.edu>', 'unreadable'],
  ['astudent@bu.edu,x@evil.test', 'unreadable'],
  ['astudent@bu.edu\r\nBcc: x@evil.test', 'unreadable'],
  ['a student@bu.edu', 'unreadable'],
  ['+nights@bu.edu', 'unreadable'],
  ['.astudent@bu.edu', 'unreadable'],
  ['a..student@bu.edu', 'unreadable'],
  ['@bu.edu', 'unreadable'],
  ['bu.edu', 'unreadable'],
  ['', 'unreadable'],
  [`${'a'.repeat(250)}@bu.edu`, 'unreadable'],
])('the answer to the address %j is: %s', (text, answer) => expect(judged(text)).toBe(answer));

test('addresses under a staff domain are refused, even if the school accepts the subdomains of a parent domain', () => {
  const row = { school_id: 'a-school', alias_of: null };
  const known = [
    { ...row, domain: 'school.test', kind: 'shared', includes_subdomains: true },
    { ...row, domain: 'staff.school.test', kind: 'staff', includes_subdomains: false },
  ] as const;
  const answerTo = (domain: string) => judgeSchoolAddress({ local: 'a', domain }, known);
  expect(answerTo('office.staff.school.test')).toEqual({ refused: 'staff' });
  expect(answerTo('dorm.school.test')).toEqual({ school_id: 'a-school', inbox: 'a@dorm.school.test' });
});

test('an address is looked up by its domain and all parent domains except the top-level domain', () => {
  expect(domainsAbove('jd28.law.harvard.edu')).toEqual(['jd28.law.harvard.edu', 'law.harvard.edu', 'harvard.edu']);
});

test('every listed domain belongs to a listed school and is stored in normal form', () => {
  const ids = new Set(SCHOOLS.map(({ id }) => id));
  const names = new Set(SCHOOL_DOMAINS.map(({ domain }) => domain));
  expect(ids.size).toBe(SCHOOLS.length);
  expect(names.size).toBe(SCHOOL_DOMAINS.length);
  for (const { domain, school_id, alias_of } of SCHOOL_DOMAINS) {
    expect(ids).toContain(school_id);
    expect(readSchoolAddress(`a@${domain}`)).toEqual({ local: 'a', domain });
    expect(SCHOOL_DOMAINS.find((row) => row.domain === (alias_of ?? domain))).toMatchObject({
      school_id,
      alias_of: null,
    });
  }
});

test('every listed school has a domain whose addresses are accepted', () => {
  const accepting = SCHOOL_DOMAINS.filter(({ kind }) => kind === 'student' || kind === 'shared');
  expect(new Set(accepting.map(({ school_id }) => school_id))).toEqual(new Set(SCHOOLS.map(({ id }) => id)));
});
