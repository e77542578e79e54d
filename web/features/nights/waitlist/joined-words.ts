export const JOINED = {
  title: 'Waitlist Request Submitted',
  text: "Your request is under review. You'll be notified if you're accepted.",
};

/** The message to a visitor, whose place counts only once they have pressed the button in an email. */
export const JOINED_BY_VISITOR = {
  ...JOINED,
  text: `${JOINED.text} We’ll email you a button: press it to confirm your place.`,
};
