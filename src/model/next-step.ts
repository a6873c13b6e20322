/** What to do when a command is over, for whoever ran it. */
export interface NextStep {
  /** In full sentences. */
  readonly text: string;
  /**
   * A command line that works as it stands, but for `<placeholders>` of what nobody can know here; null where there is none. Never with
   * the key, and never the call that just failed.
   */
  readonly run: string | null;
  /** `person` for what binds somebody: terms, a submission, replacing what is in review, deleting. */
  readonly by: 'anyone' | 'person';
}
