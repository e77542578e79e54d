/** What a person reads who has joined a waitlist. */
export const JOINED = {
  title: 'Waitlist Request Submitted',
  text: "Your request is under review. You'll be notified if you're accepted.",
};
