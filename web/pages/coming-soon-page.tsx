import { Link } from '@tanstack/react-router';
import { useState } from 'react';

export const HEADLINES = [
  'Still learning the choreography',
  'The DJ is untangling cables',
  'Warming up the left foot',
  'Two steps forward, one cha-cha back',
  'Shoelaces first, then the drop',
  'Stretching before the splits',
  'The floor is still being waxed',
  'Rehearsing the moonwalk',
  'Counting us in: five, six, seven',
  'The disco ball is at the cleaners',
  'Practicing in front of the mirror',
  'Our robot is learning the robot',
  'The conga line starts here soon',
  'Finding the beat, it was here a minute ago',
  'Hold my coat, I am about to dance',
  'The bassline is in traffic',
  'Looking for the other dancing shoe',
  'One more spin and we are ready',
  'The limbo bar is being measured',
  'Soundcheck, soundcheck, one two',
  'Teaching the wallflowers to sway',
  'The encore comes before the show',
  'Breaking in the breakdance',
  'Tango takes two, we have one and a half',
  'Save us the last dance',
] as const;

/** The page of a feature that is switched off. Only the browser renders it, so the headline may be random. */
export function ComingSoonPage() {
  const [headline] = useState(() => HEADLINES[Math.floor(Math.random() * HEADLINES.length)]);
  return (
    <section className="wrap message">
      <h1>{headline}</h1>
      <p>This will be ready soon.</p>
      <p className="row">
        <Link to="/events" className="button primary">
          Browse Events
        </Link>
      </p>
    </section>
  );
}
