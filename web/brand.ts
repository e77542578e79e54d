/** The product's name and line, once (decision 29). */
export const BRAND = 'Vouch';
export const TAGLINE = 'real names, real nights';
