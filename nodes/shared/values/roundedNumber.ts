/** `8.68E+11`: spreadsheets write long numbers so, and have rounded them. */
export const ROUNDED_NUMBER = /^\d(?:\.\d+)?E\+\d+$/i;
