"use strict";
exports.id = 660;
exports.ids = [660];
exports.modules = {

/***/ 158:
/***/ ((module, __unused_webpack_exports, __webpack_require__) => {



const { addAbortListener } = __webpack_require__(3440)
const { RequestAbortedError } = __webpack_require__(8707)
const { kQueuedAbort } = __webpack_require__(6443)

const kListener = Symbol('kListener')
const kSignal = Symbol('kSignal')

function abort (self) {
  // Keep the reason even when abort is set: a queued request that cannot be
  // taken out of its queue is aborted once it starts.
  self.reason = self[kSignal]?.reason ?? new RequestAbortedError()
  if (self.abort) {
    self.abort(self.reason)
  }
  removeSignal(self)
}

function addSignal (self, signal) {
  self.reason = null

  self[kSignal] = null
  self[kListener] = null

  if (!signal) {
    return
  }

  if (signal.aborted) {
    self.reason = signal.reason ?? new RequestAbortedError()
    return
  }

  self[kSignal] = signal
  self[kListener] = () => {
    abort(self)
  }

  addAbortListener(self[kSignal], self[kListener])
}

function removeSignal (self) {
  if (!self[kSignal]) {
    return
  }

  if ('removeEventListener' in self[kSignal]) {
    self[kSignal].removeEventListener('abort', self[kListener])
  } else {
    self[kSignal].removeListener('abort', self[kListener])
  }

  self[kSignal] = null
  self[kListener] = null
}

// Dispatchers call the kQueuedAbort hook while a request waits for a
// connection, with a function that takes it out of their queue. Until the
// request starts, the handler's abort calls that function.
//
// A retry or a redirect dispatches the same handler again after an earlier
// attempt started. The handler's abort then also calls the controller of that
// attempt: it does nothing once the attempt is over, and still reaches a
// response that a retry resumes.
function queuedAbortHook (handler) {
  // The abort set by onRequestStart, and the one this hook installed last.
  let started = null
  let installed = null
  return (cancel) => {
    if (handler.reason) {
      cancel(handler.reason)
      return
    }

    if (handler.abort !== installed) {
      started = handler.abort
    }

    if (started === null) {
      installed = cancel
    } else {
      const abortStarted = started
      installed = (reason) => {
        abortStarted(reason)
        cancel(reason)
      }
    }
    handler.abort = installed
  }
}

// Dispatches a request whose options carry a signal. Requests without a signal
// are dispatched directly and never reach this function.
function dispatchWithSignal (dispatcher, opts, handler) {
  if (handler.reason) {
    // Already aborted: fail without dispatching, so no connection is opened.
    handler.onResponseError(null, handler.reason)
    return
  }

  dispatcher.dispatch({ ...opts, [kQueuedAbort]: queuedAbortHook(handler) }, handler)
}

module.exports = {
  addSignal,
  removeSignal,
  dispatchWithSignal
}


/***/ }),

/***/ 2279:
/***/ ((module, __unused_webpack_exports, __webpack_require__) => {



const assert = __webpack_require__(4589)
const { AsyncResource } = __webpack_require__(6698)
const { InvalidArgumentError, SocketError } = __webpack_require__(8707)
const util = __webpack_require__(3440)
const { addSignal, removeSignal, dispatchWithSignal } = __webpack_require__(158)

class ConnectHandler extends AsyncResource {
  constructor (opts, callback) {
    if (!opts || typeof opts !== 'object') {
      throw new InvalidArgumentError('invalid opts')
    }

    if (typeof callback !== 'function') {
      throw new InvalidArgumentError('invalid callback')
    }

    const { signal, opaque, responseHeaders } = opts

    if (signal && typeof signal.on !== 'function' && typeof signal.addEventListener !== 'function') {
      throw new InvalidArgumentError('signal must be an EventEmitter or EventTarget')
    }

    super('UNDICI_CONNECT')

    this.opaque = opaque || null
    this.responseHeaders = responseHeaders || null
    this.callback = callback
    this.abort = null

    addSignal(this, signal)
  }

  onRequestStart (controller, context) {
    if (this.reason) {
      controller.abort(this.reason)
      return
    }

    assert(this.callback)

    this.abort = (reason) => controller.abort(reason)
    this.context = context
  }

  onResponseStart () {
    throw new SocketError('bad connect', null)
  }

  onRequestUpgrade (controller, statusCode, headers, socket) {
    const { callback, opaque, context } = this

    removeSignal(this)

    this.callback = null

    let responseHeaders = headers
    const rawHeaders = controller?.rawHeaders
    // Indicates is an HTTP2Session
    if (responseHeaders != null) {
      responseHeaders = this.responseHeaders === 'raw'
        ? util.parseRawHeaders(rawHeaders)
        : headers
    }

    this.runInAsyncScope(callback, null, null, {
      statusCode,
      headers: responseHeaders,
      socket,
      opaque,
      context
    })
  }

  onResponseError (_controller, err) {
    const { callback, opaque } = this

    removeSignal(this)

    if (callback) {
      this.callback = null
      queueMicrotask(() => {
        this.runInAsyncScope(callback, null, err, { opaque })
      })
    }
  }
}

function connect (opts, callback) {
  if (callback === undefined) {
    return new Promise((resolve, reject) => {
      connect.call(this, opts, (err, data) => {
        return err ? reject(err) : resolve(data)
      })
    })
  }

  try {
    const connectHandler = new ConnectHandler(opts, callback)
    const connectOptions = { ...opts, method: 'CONNECT' }
    if (opts.signal == null) {
      this.dispatch(connectOptions, connectHandler)
    } else {
      dispatchWithSignal(this, connectOptions, connectHandler)
    }
  } catch (err) {
    if (typeof callback !== 'function') {
      throw err
    }
    const opaque = opts?.opaque
    queueMicrotask(() => callback(err, { opaque }))
  }
}

module.exports = connect


/***/ })

};
;