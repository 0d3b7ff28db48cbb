/** The tools whose codes of emoji are known. GitLab's are those of GitHub. */
export type EmojiTool = 'github' | 'slack';

/** Lists the codes of emoji, without colons, by their code points: `1F44D` has `+1` and `thumbsup`. */
export function listEmojiCodes(tool: EmojiTool): Readonly<Record<string, string | string[]>>;
