"use strict";
exports.id = 509;
exports.ids = [509];
exports.modules = {

/***/ 2509:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  findPlaces: () => (/* binding */ findPlaces)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: ./lib/src/model/app.js
var app = __webpack_require__(4251);
// EXTERNAL MODULE: ./lib/src/model/inputs.js
var model_inputs = __webpack_require__(127);
// EXTERNAL MODULE: ./lib/src/text/format.js
var format = __webpack_require__(4185);
// EXTERNAL MODULE: ./lib/src/text/frontend.js
var frontend = __webpack_require__(2514);
// EXTERNAL MODULE: ./lib/src/folder/folder.js + 14 modules
var folder = __webpack_require__(1987);
// EXTERNAL MODULE: ./lib/src/folder/folder-error.js
var folder_error = __webpack_require__(1600);
// EXTERNAL MODULE: ./lib/src/folder/read.js
var read = __webpack_require__(2067);
// EXTERNAL MODULE: ./lib/src/folder/select.js
var folder_select = __webpack_require__(6415);
;// CONCATENATED MODULE: ./lib/src/folder/find-apps.js










/**
 * Finds the apps of a run with several: the folders that `folder` names, the folders that match its
 * patterns and contain `service.json` or `index.html`, and a slug for each. A folder inside a
 * matching folder belongs to that app. A folder that is named without a pattern need not exist;
 * opening it reports the error. Throws FolderError `folder_unreadable` or `pattern_invalid`, or the
 * signal's reason.
 *
 * @example
 * await findApps({ workspace, folder: 'apps/*', slug: 'acme-*', signal });
 * // { kind: 'found', apps: [{ slug: 'acme-tides', folder: 'apps/tides' }], warnings: [] }
 */
async function findApps(options) {
    const { slug } = options;
    const invalid = [];
    const warnings = [];
    const folders = new Map();
    for (const line of options.folder.split('\n')) {
        const found = await findFolders(line, options, warnings);
        if (found.length === 0) {
            const expected = 'must match folders that contain service.json or index.html';
            invalid.push({ input: 'folder', got: line, expected });
        }
        for (const named of found) {
            if (!folders.has(named.folder))
                folders.set(named.folder, named);
        }
    }
    if (folders.size > 1 && (0,model_inputs/* isSlug */.u5)(slug)) {
        const expected = `must be omitted or contain a *, since folder matches ${folders.size} apps`;
        invalid.push({ input: 'slug', got: slug, expected });
    }
    const apps = Array.from(folders.values(), ({ folder, name }) => {
        return { folder, name, slug: chooseSlug(name, slug) };
    });
    if (invalid.length === 0)
        invalid.push(...checkSlugs(apps, slug));
    if (invalid.length > 0)
        return { kind: 'invalid', invalid };
    apps.sort((one, other) => (0,format/* compareTexts */.qy)(one.slug, other.slug));
    const refs = apps.map((app) => ({ slug: app.slug, folder: app.folder }));
    return { kind: 'found', apps: refs, warnings };
}
function chooseSlug(name, slug) {
    return slug === '' ? name : slug.replace('*', () => name);
}
/** Returns a fault for each folder whose slug is not valid, and for each slug used twice. */
function checkSlugs(apps, slug) {
    const invalid = [];
    const rule = slug === '' ? 'are slugs' : `make slugs with ${slug}`;
    for (const app of apps) {
        if ((0,model_inputs/* isSlug */.u5)(app.slug))
            continue;
        const expected = `must match folders whose names ${rule} (${model_inputs/* slugRule */.UN})`;
        invalid.push({ input: 'folder', got: app.folder, expected, fix: adviseOmission(app) });
    }
    for (const [shared, some] of Map.groupBy(apps, (app) => app.slug)) {
        const last = some.at(-1);
        if (last === undefined || some.length === 1)
            continue;
        const got = some.map((app) => app.folder).join(' and ');
        const expected = `must match only one folder for the slug ${shared}`;
        invalid.push({ input: 'folder', got, expected, fix: adviseOmission(last) });
    }
    return invalid;
}
/** Returns advice that shows the pattern without a folder. */
function adviseOmission({ folder, name }) {
    const parts = folder.split('/');
    const pattern = parts.with(parts.lastIndexOf(name), `!(${name})`).join('/');
    return `Rename ${name}, or exclude it with a pattern such as ${pattern}.`;
}
/** Returns the folders that one line of the input `folder` stands for. */
async function findFolders(line, options, warnings) {
    const { workspace } = options;
    if (!(0,model_inputs/* isPattern */.Pt)(line)) {
        const name = external_node_path_.basename(external_node_path_.resolve(workspace, line));
        return [{ folder: toWorkspacePath(workspace, line), name }];
    }
    const pattern = toWorkspacePattern(workspace, line);
    return pattern === null ? [] : matchFolders(pattern, options, warnings);
}
/**
 * Returns a pattern relative to the workspace, with `/`; null if it leads out of it. An absolute
 * pattern is resolved as a path up to its first wildcard, so that backslashes, the case of a drive
 * letter, and links in the path of the workspace do not matter. `platform`: the rules for paths,
 * `path.posix`, `path.win32`, or by default the machine's own.
 */
function toWorkspacePattern(workspace, written, platform = external_node_path_) {
    if (!platform.isAbsolute(written))
        return normalizePattern(written);
    const withSlashes = (text) => text.replaceAll(platform.sep, '/');
    const pattern = withSlashes(written);
    // The path of the workspace may itself contain what looks like a wildcard.
    const prefix = `${withSlashes(workspace).replace(/\/$/, '')}/`;
    if (pattern.startsWith(prefix))
        return normalizePattern(pattern.slice(prefix.length));
    const names = pattern.split('/');
    const firstWildcard = names.findIndex((name) => (0,model_inputs/* isPattern */.Pt)(name) || name.includes('['));
    const base = names.slice(0, firstWildcard).join('/');
    const way = relate(workspace, platform.resolve(`${base}/`), platform);
    if (way === null)
        return null;
    return normalizePattern([withSlashes(way), ...names.slice(firstWildcard)].join('/'));
}
function normalizePattern(pattern) {
    return external_node_path_.posix.normalize(pattern).replace(/^\/+|(?<!\/)\/+$/g, '');
}
/**
 * Returns a folder relative to the workspace, with `/` and with the names as they are on disk, which
 * may differ in case or Unicode form. Returns it as written if it is outside the workspace.
 */
function toWorkspacePath(workspace, written, listNames = readNames) {
    const way = relate(workspace, external_node_path_.resolve(workspace, written), external_node_path_);
    if (way === null)
        return written;
    if (way === '')
        return '.';
    let parent = workspace;
    const names = [];
    for (const name of way.split(external_node_path_.sep)) {
        names.push(findNameOnDisk(name, listNames(parent)));
        parent = external_node_path_.join(parent, name);
    }
    return names.join('/');
}
function readNames(location) {
    try {
        return (0,external_node_fs_.readdirSync)(location);
    }
    catch {
        // A folder that cannot be listed keeps the names that were written.
        return [];
    }
}
function findNameOnDisk(written, listed) {
    if (listed.includes(written))
        return written;
    const toPlain = (name) => name.normalize('NFC').toLowerCase();
    return listed.find((name) => toPlain(name) === toPlain(written)) ?? written;
}
/**
 * Returns the path of a location relative to the workspace; null if it is outside. Either of the two
 * may contain links, such as `/var` on macOS.
 */
function relate(workspace, location, platform) {
    if ((0,folder/* isWithin */.U)(workspace, location, platform))
        return platform.relative(workspace, location);
    try {
        const [realWorkspace, realLocation] = [workspace, location].map((each) => external_node_fs_.realpathSync.native(each));
        if (realWorkspace === undefined || realLocation === undefined)
            return null;
        if (!(0,folder/* isWithin */.U)(realWorkspace, realLocation, platform))
            return null;
        return platform.relative(realWorkspace, realLocation);
    }
    catch {
        // One of the two does not exist.
        return null;
    }
}
/**
 * Walks through the folders in which something may match. Links are followed only if the pattern has
 * no `**`, because then they cannot lead in circles.
 */
async function matchFolders(pattern, options, warnings) {
    const { workspace, signal } = options;
    const minimatch = await __webpack_require__.e(/* import() */ 138).then(__webpack_require__.bind(__webpack_require__, 1138));
    const matcher = new minimatch.Minimatch(pattern, { ...folder_select/* matchOptions */._g, dot: false });
    (0,folder_select/* assertAlternatives */.bc)(matcher, pattern, 'folder');
    const followsLinks = !pattern.includes('**');
    const turns = new read/* EventLoopTurns */.jm(signal);
    const matching = [];
    const waiting = [''];
    for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
        await turns.count(0);
        for (const entry of listEntries(external_node_path_.join(workspace, parent))) {
            const folder = external_node_path_.posix.join(parent, entry.name);
            const isMatch = matcher.match(folder);
            const kind = readKind(entry, followsLinks);
            if (kind === 'broken_link' && isMatch)
                warnings.push(`The link ${folder} is broken or points to itself, and was excluded.`);
            if (kind !== 'folder')
                continue;
            if (isMatch && holdsApp(external_node_path_.join(workspace, folder)))
                matching.push(folder);
            else if (matcher.match(folder, true))
                waiting.push(folder);
        }
    }
    const fixedNames = countFixedNames(matcher.set);
    return matching.sort(format/* compareTexts */.qy).map((folder) => {
        const name = folder.split('/').at(-1 - fixedNames) ?? folder;
        return { folder, name };
    });
}
/**
 * Returns how many names at the end are the same in every path that matches: 1 for a pattern that
 * ends with `/dist`.
 */
function countFixedNames(alternatives) {
    const [first = []] = alternatives;
    let count = 0;
    while (count < first.length) {
        const name = first.at(-1 - count);
        const isFixed = typeof name === 'string' && alternatives.every((names) => names.at(-1 - count) === name);
        if (!isFixed)
            break;
        count += 1;
    }
    return count;
}
function holdsApp(folder) {
    return (0,external_node_fs_.existsSync)(external_node_path_.join(folder, app/* servicePath */.VF)) || (0,external_node_fs_.existsSync)(external_node_path_.join(folder, app/* pagePath */.HX));
}
function listEntries(location) {
    try {
        return (0,external_node_fs_.readdirSync)(location, { withFileTypes: true });
    }
    catch (cause) {
        if ((0,folder_error/* readErrno */.ry)(cause) === 'ENOENT')
            return [];
        const user = (0,frontend/* perFrontend */.C2)('the user that runs this step', 'your user');
        throw new folder_error/* FolderError */.b3(`The folder ${location} cannot be listed: ${(0,folder_error/* describeErrno */.cZ)(cause)}.`, {
            code: 'folder_unreadable',
            next: `Give ${user} permission to read it, or name the folders without a pattern.`,
            cause,
        });
    }
}
/** Returns `folder` for a folder that may hold an app, and for a link to one if links are followed. */
function readKind(entry, followsLinks) {
    if (entry.name === 'node_modules')
        return 'other';
    if (!entry.isSymbolicLink() || !followsLinks)
        return entry.isDirectory() ? 'folder' : 'other';
    try {
        const target = (0,external_node_fs_.statSync)(external_node_path_.join(entry.parentPath, entry.name));
        return target.isDirectory() ? 'folder' : 'other';
    }
    catch (error) {
        if ((0,folder_error/* readErrno */.ry)(error) !== '')
            return 'broken_link';
        throw error;
    }
}

;// CONCATENATED MODULE: ./lib/src/run/places.js



/**
 * Finds the apps of a run: one, unless the input `folder` names several. Folders are shown relative
 * to the workspace. Throws InvalidInputsError or FolderError, or the signal's reason.
 */
async function findPlaces(inputs, workspace, signal) {
    const { slug, folder } = inputs;
    if (folder === '')
        return { places: [{ slug, path: null, shown: '' }], warnings: [] };
    if (!(0,model_inputs/* namesSeveral */.v5)(folder)) {
        const shown = toWorkspacePath(workspace, folder);
        return { places: [{ slug, path: external_node_path_.resolve(workspace, folder), shown }], warnings: [] };
    }
    const found = await findApps({ workspace, folder, slug, signal });
    if (found.kind === 'invalid') {
        const secrets = (0,model_inputs/* listSecrets */.AQ)(inputs).map(({ value }) => value);
        throw (0,model_inputs/* makeInputsError */.wT)(found.invalid, secrets);
    }
    const places = found.apps.map((app) => {
        return { slug: app.slug, path: external_node_path_.resolve(workspace, app.folder), shown: app.folder };
    });
    return { places, warnings: found.warnings };
}


/***/ })

};
;