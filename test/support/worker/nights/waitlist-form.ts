export const aForm = (over: Record<string, unknown> = {}) => ({
  name: 'A student',
  email: 'student@bu.test',
  phone: '(617) 555-0100',
  instagram: '@a.student',
  school: 'Boston University',
  ...over,
});
