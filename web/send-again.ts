import { showToast } from './ui/toast.ts';

const TIMES = 3;
/** The longest wait that a server can ask for, in seconds. */
const MOST_SECONDS = 10;

/** Whether the server has no answer for now and says when to ask again. */
const isAway = ({ status, headers }: Response) => status === 503 && headers.has('Retry-After');

/**
 * Sends a request again, up to three times, while the server answers 503 with `Retry-After`. Waits as long as the
 * server asks, plus up to half of that time. Only for requests that are safe to send twice.
 */
export async function sendAgain(send: () => Promise<Response>, first: Response): Promise<Response> {
  let answer = first;
  for (let times = 0; times < TIMES && isAway(answer); times += 1) {
    showToast({
      title: 'Still sending',
      text: 'Our database isn’t answering. Leave this page open: we send this again by ourselves.',
    });
    const seconds = Math.min(MOST_SECONDS, Number(answer.headers.get('Retry-After')) || 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (1 + Math.random() / 2)));
    answer = await send();
  }
  return answer;
}
