/** The name and the tagline of the product, for every screen and mail. */
export const BRAND = 'Vouch';
export const TAGLINE = 'real names, real nights';
