import { configure } from '@testing-library/react';

// On a busy machine, loading React and the page for a process's first test takes longer than the default of a second.
configure({ asyncUtilTimeout: 5_000 });

// jsdom has no popovers, and any page may show a toast.
HTMLElement.prototype.showPopover = () => undefined;
