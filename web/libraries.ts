import '@tanstack/react-query';
import 'react-dom/client';
import { nextTask } from './next-task.ts';

// The libraries are evaluated in a task of their own. The app is imported after this file.
await nextTask();
