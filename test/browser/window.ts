/** The size of the browser's window in pixels, and so of the pictures. */
export const WINDOW = { width: 1280, height: 800 } as const;
