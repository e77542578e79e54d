import { configure } from '@testing-library/react';

// The first file of a process loads React and the parts of the page, which takes a busy machine more than the usual
// second.
configure({ asyncUtilTimeout: 5_000 });
