import { configure } from '@testing-library/react';

// The first test file of a process loads React and the page, which on a busy machine takes longer than the default of a
// second.
configure({ asyncUtilTimeout: 5_000 });

// jsdom has no popovers, and any page may show a toast.
HTMLElement.prototype.showPopover = () => undefined;
