import fc from 'fast-check';

const who = fc.constantFrom('owner' as const, 'attacker' as const);
const device = fc.constantFrom('first browser' as const, 'second browser' as const, 'program' as const);
/** The index of a mail or session. It is mostly 0, the newest. */
const pick = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(5) });
/** The address in the attacker's Google account. The owner's Google account has the shared address, verified. */
const claim = fc.constantFrom('own address' as const, 'shared address, unverified' as const);
const MINUTE = 60_000;

const SHAPES = {
  /** If the attacker's sign-up is `lured`, a page of the attacker posts it from the owner's browser. */
  'sign up': [6, { who, device, lured: fc.boolean() }],
  'ask for a mail': [6, { who, device, path: fc.constantFrom('/otp', '/magiclink', '/recover', '/resend') }],
  invite: [2, { role: fc.constantFrom('user' as const, 'organizer' as const) }],
  /** If `careless`, the owner even posts the attacker's code or agrees to the attacker's change of address. */
  confirm: [
    14,
    {
      who,
      pick,
      way: fc.constantFrom('button', 'button', 'button elsewhere', 'token hash', 'code', 'GET'),
      typed: fc.constantFrom('nothing', 'own password', 'forget'),
      as: fc.option(fc.constantFrom('signup', 'invite', 'recovery', 'magiclink', 'email', 'email_change'), { freq: 5 }),
      careless: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    },
  ],
  /**
   * The attacker makes the owner's browser send a POST request to a link from the attacker's mail, or finish a flow
   * with Google that the attacker began.
   */
  lure: [2, { how: fc.constantFrom('post a link' as const, 'finish a sign-in' as const, 'finish a link' as const) }],
  'sign in by password': [2, { who }],
  'sign in by Google': [4, { who, claim, way: fc.constantFrom('id_token' as const, 'browser' as const) }],
  'link Google': [4, { who, claim, way: fc.constantFrom('id_token' as const, 'flow' as const) }],
  unlink: [4, { who, provider: fc.constantFrom('email', 'google') }],
  /** Changes the address to the shared one, or to another mailbox of the person. */
  'change address': [4, { who, shared: fc.boolean(), proven: fc.boolean() }],
  'change password': [2, { who, proven: fc.boolean() }],
  'add phone': [2, { who }],
  'sign out': [1, { who, scope: fc.constantFrom('local', 'others', 'global') }],
  refresh: [1, { who }],
  'delete by admin': [1, {}],
  wait: [2, { ms: fc.constantFrom(MINUTE, 6 * MINUTE, 11 * MINUTE, 61 * MINUTE) }],
} as const;

type Shapes = typeof SHAPES;
type Valued<T> = { [K in keyof T]: T[K] extends fc.Arbitrary<infer V> ? V : never };
export type Step = { [Name in keyof Shapes]: { do: Name } & Valued<Shapes[Name][1]> }[keyof Shapes];
export type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>;

const names = Object.keys(SHAPES) as Step['do'][];
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...names.map((name) => ({ weight: SHAPES[name][0], arbitrary: stepOf(name) })),
);

function stepOf(name: Step['do'], fixed: Record<string, fc.Arbitrary<unknown>> = {}): fc.Arbitrary<Step> {
  return fc.record({ do: fc.constant(name), ...SHAPES[name][1], ...fixed }) as fc.Arbitrary<Step>;
}

const ofAttacker = { who: fc.constant('attacker') };
const ofOwner = { who: fc.constant('owner') };
const press = { ...ofOwner, pick: fc.constant(0), way: fc.constantFrom('button', 'button elsewhere') };
const unverified = { ...ofAttacker, claim: fc.constant('shared address, unverified') };

/** The first steps of a run. They lead deeper into an attack than random steps usually do. */
const openings: fc.Arbitrary<Step>[][] = [
  [],
  // In the next four, the attacker signs up: alone, from the owner's browser, after the owner, and after an invitation.
  [stepOf('sign up', ofAttacker), stepOf('confirm', press)],
  [
    stepOf('sign up', { ...ofAttacker, lured: fc.constant(true) }),
    stepOf('confirm', { ...press, way: fc.constant('button') }),
  ],
  [stepOf('sign up', ofOwner), stepOf('sign up', ofAttacker), stepOf('confirm', press)],
  [stepOf('invite'), stepOf('sign up', ofAttacker), stepOf('confirm', press)],
  // The attacker's account loses its address and may then get the shared one.
  [
    stepOf('add phone', ofAttacker),
    stepOf('link Google', unverified),
    stepOf('unlink', { ...ofAttacker, provider: fc.constant('email') }),
  ],
  // The owner has an account. The attacker's Google account then names the owner's address, unverified.
  [
    stepOf('ask for a mail', { path: fc.constant('/otp') }),
    stepOf('confirm', press),
    stepOf('sign in by Google', unverified),
  ],
  [
    stepOf('change address', { ...ofAttacker, shared: fc.constant(true) }),
    stepOf('confirm', press),
    stepOf('confirm', ofAttacker),
  ],
];

export const anyRun: fc.Arbitrary<Step[]> = fc
  .tuple(fc.oneof(...openings.map((each) => fc.tuple(...each))), fc.array(anyStep, { maxLength: 10, size: 'max' }))
  .map((parts) => parts.flat());

export function textOfStep({ do: name, ...rest }: Step): string {
  return [name, ...Object.entries(rest).map(([key, value]) => `${key}: ${value}`)].join(', ');
}
