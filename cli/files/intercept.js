// Changes the parts of a browser that take the address of a file, so that the browser gets another
// address. The text of this file is in two scripts that run in apps: the net of `arrange` and the
// runtime of `page`. Each of them defines `attributes`, a table of the elements by attribute
// ({ src: 'img script' }), and the functions that change what is given:
//   toAddress(address)    an address
//   toStyle(css)          a style sheet, or a part of one
//   toMarkup(html)        HTML
//   toAttribute(element, name, value)    the value of an attribute, whose name is in lower case

/** Changes the arguments of a function or a constructor, or the value that a setter gets. */
function wrap(object, name, change) {
  let owner = object;
  while (owner && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  if (!owner) return;
  const property = Object.getOwnPropertyDescriptor(owner, name);
  const part = property.set ? 'set' : 'value';
  if (!property[part]) return;
  property[part] = new Proxy(property[part], {
    apply: (native, self, args) => Reflect.apply(native, self, change(args, self)),
    construct: (native, args, target) => Reflect.construct(native, change(args), target),
  });
  Object.defineProperty(owner, name, property);
}

/**
 * Changes the argument at an index of members of classes, such as `Element.innerHTML.outerHTML`, or
 * of globals, such as `.fetch`. The other arguments, such as options, stay as they are.
 */
function wrapAll(change, paths, index = 0) {
  const changeOne = (args) => args.map((each, place) => (place === index ? change(each) : each));
  for (const path of paths.split(' ')) {
    const [owner, ...names] = path.split('.');
    const object = owner ? globalThis[owner]?.prototype : globalThis;
    for (const name of names) wrap(object, name, changeOne);
  }
}

/** True if an attribute makes an element load a file. */
function isLoading(element, name) {
  return attributes[name]?.split(' ').includes(element.localName.toLowerCase());
}

/**
 * Changes the addresses that elements and styles get. Workers do not call it, since they have
 * neither.
 */
// biome-ignore lint/correctness/noUnusedVariables: the scripts with this text call it.
function wrapElements() {
  for (const name in attributes)
    for (const element of attributes[name].split(' '))
      wrap(document.createElement(element), name, ([value], self) => [
        isLoading(self, name) ? toAttribute(self, name, value) : value,
      ]);
  const changeValue = (index) => (args, self) =>
    args.map((each, place) => {
      const name = String(args[index - 1]).toLowerCase();
      return place === index ? toAttribute(self, name, each) : each;
    });
  wrap(Element.prototype, 'setAttribute', changeValue(1));
  wrap(Element.prototype, 'setAttributeNS', changeValue(2));
  wrapAll(toStyle, '.FontFace CSSStyleDeclaration.setProperty', 1);
  wrapAll(toStyle, 'CSSStyleSheet.insertRule.replace.replaceSync CSSStyleDeclaration.cssText');
  wrapAll(toMarkup, 'Element.innerHTML.outerHTML.setHTMLUnsafe ShadowRoot.innerHTML.setHTMLUnsafe');
  wrapAll(toMarkup, 'Range.createContextualFragment');
  wrapAll(toMarkup, 'Element.insertAdjacentHTML', 1);
  wrapStyleProperties();
}

/** The properties of styles that may name files. */
const imageProperties =
  'background background-image border-image content cursor list-style-image mask-image';

/** Lets `style.background = …` and the like call the changed setProperty. */
function wrapStyleProperties() {
  // Firefox has these properties on the prototype, Chromium on each style.
  const owner = Object.getPrototypeOf(document.documentElement.style);
  for (const property of imageProperties.split(' '))
    Object.defineProperty(
      owner,
      property.replace(/-./g, (part) => part[1].toUpperCase()),
      {
        configurable: true,
        enumerable: true,
        get() {
          return this.getPropertyValue(property);
        },
        set(value) {
          this.setProperty(property, value);
        },
      },
    );
}
