import type { CDPSession, Page } from 'playwright-core';
import { listFunction, lookFunction, offsetFunction, placeFunction } from './page-script.ts';

/** The state of a page that a person would see. */
export interface PageLook {
  readonly title: string;
  readonly text: string;
  /** True if the page shows nothing: its picture has one color, and no control or drawing is in it. */
  readonly isBlank: boolean;
  /** Addresses of visible pictures that could not be decoded. */
  readonly brokenPictures: readonly string[];
  readonly headings: readonly string[];
}

/** The part of a PageLook that one frame shows. */
interface FrameLook {
  readonly title: string;
  readonly text: string;
  readonly hasPictures: boolean;
  readonly brokenPictures: readonly string[];
  readonly headings: readonly string[];
}

export interface Control {
  readonly label: string;
  /** The address of a link; null for a button. */
  readonly href: string | null;
  readonly world: World;
  /** Its place among the controls of its frame. */
  readonly index: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The world of our own code in a frame. */
interface World {
  readonly session: CDPSession;
  readonly contextId: number;
  readonly frameId: string;
  /** The world of the frame that has this one; null for the page itself. */
  readonly parent: World | null;
}

interface FrameTree {
  readonly frame: { readonly id: string; readonly parentId?: string; readonly url: string };
  readonly childFrames?: readonly FrameTree[];
}

interface DomNode {
  readonly backendNodeId: number;
  readonly frameId?: string;
  readonly shadowRootType?: string;
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
  readonly contentDocument?: DomNode;
}

/** Reads a page and its own frames, those with shadow roots and sandboxes included. */
export class PageReader {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #origin: string;

  constructor(page: Page, session: CDPSession, origin: string) {
    this.#page = page;
    this.#session = session;
    this.#origin = origin;
  }

  /** Returns what the page shows. `isBlank` is true if only its picture can tell. */
  async look(): Promise<PageLook> {
    const looks: FrameLook[] = [];
    for (const world of await this.#openWorlds()) {
      looks.push(await callWithRoots<FrameLook>(world, lookFunction));
    }
    return {
      title: looks[0]?.title ?? '',
      text: looks.map(({ text }) => text).join('\n'),
      isBlank: !looks.some(({ hasPictures }) => hasPictures),
      brokenPictures: looks.flatMap(({ brokenPictures }) => brokenPictures),
      headings: looks.flatMap(({ headings }) => headings),
    };
  }

  /** Lists what can be pressed. A control is valid until its frame opens another document. */
  async listControls(): Promise<readonly Control[]> {
    const controls: Control[] = [];
    for (const world of await this.#openWorlds()) {
      const listed = await callWithRoots<Pick<Control, 'label' | 'href'>[]>(world, listFunction);
      controls.push(...listed.map((control, index) => ({ ...control, world, index })));
    }
    return controls;
  }

  /**
   * Scrolls a control into view. Returns the point of the page at which to press it, or null if
   * nobody could press it. Throws an Error if its document is gone.
   */
  async place({ world, index }: Control): Promise<Point | null> {
    const point = await call<Point | 'gone' | null>(world, placeFunction, [{ value: index }]);
    if (point === 'gone') throw new Error('The document is gone.');
    if (point === null) return null;
    const offset = await findOffset(world);
    return { x: point.x + offset.x, y: point.y + offset.y };
  }

  /** Runs a function in the page itself, in our own world. */
  async call<T>(declaration: string): Promise<T> {
    const [world] = await this.#openWorlds();
    if (world === undefined) throw new Error('The page has no document.');
    return callWithRoots<T>(world, declaration);
  }

  /** True if one of the objects that a function of the page lists has listeners of a type. */
  async hasListener(declaration: string, type: string): Promise<boolean> {
    const session = this.#session;
    const { result } = await session.send('Runtime.evaluate', {
      expression: `(${declaration})()`,
    });
    const { objectId } = result;
    if (objectId === undefined) return false;
    const request = { objectId, ownProperties: true };
    const { result: properties } = await session.send('Runtime.getProperties', request);
    for (const { value } of properties) {
      if (value?.objectId === undefined) continue;
      const target = { objectId: value.objectId };
      const { listeners } = await session.send('DOMDebugger.getEventListeners', target);
      if (listeners.some((listener) => listener.type === type)) return true;
    }
    return false;
  }

  /** Opens a world in each frame that is part of the app. */
  async #openWorlds(): Promise<readonly World[]> {
    const worlds = new Map<string, World>();
    const { frameTree } = await this.#session.send('Page.getFrameTree');
    await this.#openTree(this.#session, frameTree, worlds);
    for (const frame of this.#page.frames().slice(1)) {
      // Only a frame that has a process of its own has a session.
      const session = await this.#page
        .context()
        .newCDPSession(frame)
        .catch(() => null);
      if (session === null) continue;
      const tree = await session.send('Page.getFrameTree');
      await this.#openTree(session, tree.frameTree, worlds);
    }
    return [...worlds.values()];
  }

  async #openTree(session: CDPSession, tree: FrameTree, worlds: Map<string, World>): Promise<void> {
    const { id: frameId, parentId = '', url } = tree.frame;
    const parent = worlds.get(parentId) ?? null;
    if (parent === null && worlds.size > 0) return;
    if (!this.#isOwn(url) || worlds.has(frameId)) return;
    const opened = await session.send('Page.createIsolatedWorld', { frameId, worldName: 'try' });
    const contextId = opened.executionContextId;
    worlds.set(frameId, { session, contextId, frameId, parent });
    for (const child of tree.childFrames ?? []) await this.#openTree(session, child, worlds);
  }

  #isOwn(url: string): boolean {
    return !/^https?:/.test(url) || new URL(url).origin === this.#origin;
  }
}

/** Calls a function with the closed shadow roots of its frame, which no script can reach. */
async function callWithRoots<T>(world: World, declaration: string): Promise<T> {
  const { session, contextId } = world;
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const handles: { objectId: string }[] = [];
  for (const backendNodeId of listClosedRoots(root, world)) {
    const request = { backendNodeId, executionContextId: contextId };
    const { object } = await session.send('DOM.resolveNode', request);
    if (object.objectId !== undefined) handles.push({ objectId: object.objectId });
  }
  await session.send('DOM.disable');
  return call<T>(world, declaration, handles);
}

/** Lists the closed shadow roots of a frame, from the tree of all frames of its process. */
function listClosedRoots(root: DomNode, { parent, session, frameId }: World): readonly number[] {
  const found: number[] = [];
  const visit = (node: DomNode, isInFrame: boolean): void => {
    if (isInFrame && node.shadowRootType === 'closed') found.push(node.backendNodeId);
    const children = [...(node.children ?? []), ...(node.shadowRoots ?? [])];
    for (const child of children) visit(child, isInFrame);
    if (node.contentDocument !== undefined) visit(node.contentDocument, node.frameId === frameId);
  };
  visit(root, parent?.session !== session);
  return found;
}

async function call<T>(world: World, declaration: string, args: readonly object[]): Promise<T> {
  const answer = await world.session.send('Runtime.callFunctionOn', {
    functionDeclaration: declaration,
    executionContextId: world.contextId,
    arguments: [...args],
    returnByValue: true,
    awaitPromise: true,
  });
  if (answer.exceptionDetails !== undefined) throw new Error('The page could not be read.');
  return answer.result.value;
}

/** Returns where a frame begins in the page. */
async function findOffset({ parent, frameId }: World): Promise<Point> {
  if (parent === null) return { x: 0, y: 0 };
  const { session, contextId } = parent;
  const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId });
  const request = { backendNodeId, executionContextId: contextId };
  const { object } = await session.send('DOM.resolveNode', request);
  const answer = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: offsetFunction,
    objectId: object.objectId ?? '',
    returnByValue: true,
  });
  const offset: Point = answer.result.value;
  const outer = await findOffset(parent);
  return { x: outer.x + offset.x, y: outer.y + offset.y };
}
