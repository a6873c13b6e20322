export const commands = ['deploy', 'status', 'submit', 'create', 'update', 'delete', 'list'] as const;
export type Command = (typeof commands)[number];
