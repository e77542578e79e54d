import '@tanstack/react-query';
import 'react-dom/client';

/** Ends the current task. What follows runs in a new task, so the page can paint and respond in between. */
export const nextTask = () => new Promise<void>((next) => setTimeout(next));

// The libraries run in their own task. The app is imported after this file.
await nextTask();
