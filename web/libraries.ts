import '@tanstack/react-query';
import 'react-dom/client';
import { nextTask } from './next-task.ts';

// The libraries run in their own task. The app is imported after this file.
await nextTask();
