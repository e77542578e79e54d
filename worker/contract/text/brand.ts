export const BRAND = 'Vouch';
export const TAGLINE = 'real names, real nights';
