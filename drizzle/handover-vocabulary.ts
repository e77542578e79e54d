/** After `failed` the buyer gets other tickets or the money back. */
export const HANDOVER_STATUSES = ['due', 'delivered', 'problem', 'received', 'failed'] as const;
export type HandoverStatus = (typeof HANDOVER_STATUSES)[number];

/**
 * How the tickets of a listing change hands. `file`: we keep the file and show it to the buyer. `transfer`: the seller
 * sends them on the platform that sold them. `name_list`: the seller puts the buyer's name on a list at the door.
 */
export const HANDOVER_KINDS = ['file', 'transfer', 'name_list'] as const;
export type HandoverKind = (typeof HANDOVER_KINDS)[number];

/** Contents of an encrypted file. `proof`: the seller's picture of a transfer. `evidence`: a picture of a problem. */
export const FILE_PURPOSES = ['ticket', 'proof', 'evidence'] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

export const FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'application/vnd.apple.pkpass'] as const;
export type FileType = (typeof FILE_TYPES)[number];

export const CODE_FORMATS = ['qr', 'aztec', 'pdf417', 'code128'] as const;
export type CodeFormat = (typeof CODE_FORMATS)[number];

/** `wrong_code`: the buyer's and the seller's phone read different codes in the file. */
export const PROBLEM_KINDS = [
  'not_delivered',
  'did_not_work',
  'event_cancelled',
  'not_as_described',
  'wrong_code',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export const PROBLEM_STATUSES = ['open', 'replaced', 'refunded', 'rejected'] as const;
export type ProblemStatus = (typeof PROBLEM_STATUSES)[number];

/** How a problem was decided. `facts`: by what the database knows. `time`: nobody decided before the deadline. */
export const PROBLEM_DECIDERS = ['facts', 'time', 'staff'] as const;
export type ProblemDecider = (typeof PROBLEM_DECIDERS)[number];

/**
 * Why a problem waits for staff. `confirmed`: the buyer has opened the tickets, and the buyer's phone has read the
 * right code. The other reasons concern the replacement tickets. `linked`: two of the buyer, the seller and the
 * replacement's seller share a card, a device, an inbox, a phone or an invitation. `buyer_again`: the buyer already got
 * a replacement within 30 days. `new_seller`: the replacement's seller has not sold to a stranger yet.
 */
export const PROBLEM_HOLDS = ['confirmed', 'linked', 'buyer_again', 'new_seller'] as const;
export type ProblemHold = (typeof PROBLEM_HOLDS)[number];

export const PROBLEM_STAGES = ['reported', 'answered', 'decided'] as const;
export type ProblemStage = (typeof PROBLEM_STAGES)[number];

/** `time`: nobody reported anything for a day after the night, a deadline passed, or known facts decided a problem. */
export const HANDOVER_ENDERS = ['buyer', 'scan', 'time', 'staff', 'event', 'group'] as const;
export type HandoverEnder = (typeof HANDOVER_ENDERS)[number];

export const SCAN_WAYS = ['qr', 'code', 'name'] as const;
export type ScanWay = (typeof SCAN_WAYS)[number];

export const PASS_VOIDS = ['other_device', 'replaced', 'refunded', 'failed', 'disputed', 'cancelled'] as const;
export type PassVoid = (typeof PASS_VOIDS)[number];

/** How the gift of a ticket ended: the buyer took it back, or the friend passed it back. */
export const GIVEN_ENDS = ['buyer', 'friend'] as const;
