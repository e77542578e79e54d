/** The name and the line of the product, for every screen and mail. */
export const BRAND = 'Vouch';
export const TAGLINE = 'real names, real nights';
