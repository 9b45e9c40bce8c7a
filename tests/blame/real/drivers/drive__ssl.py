import _ssl

from exercise import Failing, LASTING_TEXT, Thing, broken, tried

CLIENT, SERVER = _ssl.PROTOCOL_TLS_CLIENT, _ssl.PROTOCOL_TLS_SERVER


def context(kind):
    """One that needs no certificate."""
    one = _ssl._SSLContext(kind)
    one.check_hostname = False
    one.verify_mode = _ssl.CERT_NONE
    one.set_ciphers("ADH-AES128-SHA256:@SECLEVEL=0")
    one.maximum_version = 0x0303
    return one


class Owner:
    pass


def settings():
    for kind in (CLIENT, SERVER, 99, "x"):
        one = tried(_ssl._SSLContext, kind)
        if one is None:
            continue
        for name in ("options", "verify_mode", "verify_flags", "protocol",
                     "check_hostname", "minimum_version", "maximum_version",
                     "num_tickets", "security_level", "post_handshake_auth",
                     "sni_callback", "_host_flags", "_msg_callback"):
            tried(getattr, one, name)
            for value in (0, 1, -5, "x", None, 1 << 70, 0x0303, broken,
                          Failing(), "/none/none"):
                tried(setattr, one, name, value)
        tried(setattr, one, "sni_callback", None)
        for name in ("set_ciphers", "get_ciphers", "session_stats",
                     "cert_store_stats", "get_ca_certs", "set_ecdh_curve",
                     "set_default_verify_paths", "load_dh_params",
                     "load_verify_locations", "load_cert_chain",
                     "_set_alpn_protocols", "_wrap_bio", "_wrap_socket"):
            for arguments in ((), ("ALL",), ("none",), (5,), (Failing(),),
                              ("/none/none",), (b"prime256v1",), (True,),
                              ("\ud800",), (b"\x02h2",), (None, None),
                              ("/none", "/none", broken),
                              ("/none", "/none", "password"),
                              ("/none", "/none", 5), (b"/n", b"/o", b"x")):
                tried(lambda: getattr(one, name)(*arguments))
        for data in (b"", b"nonsense", "-----BEGIN CERTIFICATE-----\nx",
                     5, "\u20ac", b"\x30\x03\x02\x01\x01", Failing()):
            tried(one.load_verify_locations, None, None, data)
            tried(one.load_verify_locations, cadata=data)
        tried(one.load_verify_locations, LASTING_TEXT[0], LASTING_TEXT[1])


def shake(left, right):
    for _ in range(6):
        done = [tried(left.do_handshake), tried(right.do_handshake)]
    return done


def talking(server_context, client_context, name=None, session=None):
    to_server, to_client = _ssl.MemoryBIO(), _ssl.MemoryBIO()
    owner = Owner()
    server = server_context._wrap_bio(to_server, to_client, True, owner=owner)
    client = client_context._wrap_bio(to_client, to_server, False, name,
                                      owner=None, session=session)
    tried(client.do_handshake), tried(server.do_handshake)
    tried(client.read, 5), tried(client.cipher), tried(client.version)
    shake(client, server)
    tried(client.write, b"some data"), tried(server.read, 4)
    tried(server.read, 20, bytearray(5)), tried(server.read, -1)
    tried(server.read, 5, b"fixed"), tried(client.write, "x")
    tried(client.write, 5), tried(client.pending), tried(server.read, 0)
    tried(server.write, b"x" * 40000), tried(client.read, 30000)
    for one in (client, server):
        for what in ("cipher", "version", "shared_ciphers", "compression",
                     "selected_alpn_protocol", "pending", "getpeercert",
                     "get_channel_binding", "verify_client_post_handshake",
                     "get_unverified_chain", "get_verified_chain"):
            for arguments in ((), (True,), ("tls-unique",), ("odd",), (5,)):
                tried(lambda: getattr(one, what)(*arguments))
        for what in ("context", "server_side", "server_hostname", "owner",
                     "session", "session_reused"):
            tried(getattr, one, what)
            tried(setattr, one, what, 5)
        repr(one)
    found = tried(getattr, client, "session")
    if found is not None:
        found.id, found.time, found.timeout, found.has_ticket
        found.ticket_lifetime_hint, found == found, tried(lambda: found < 5)
        hash(found), found == 5
    tried(client.shutdown), tried(server.shutdown), tried(client.shutdown)
    to_server.write_eof(), tried(server.read, 5)
    return found


def handshakes():
    server, client = context(SERVER), context(CLIENT)
    session = talking(server, client)
    talking(server, client, "example.com", session)
    client._set_alpn_protocols(b"\x02h2\x04http")
    server._set_alpn_protocols(b"\x04http\x02h2")
    for callback in (lambda *all: None, lambda *all: 80, broken,
                     lambda *all: "x", lambda *all: Thing()):
        server.sni_callback = callback
        talking(server, client, "example.com")
        talking(server, client)
    server.sni_callback = None
    client._msg_callback = lambda *all: None
    talking(server, client)
    client._msg_callback = None
    tried(talking, server, client, "x" * 300), tried(talking, server, client,
                                                     "\ud800")
    tried(talking, server, client, 5), tried(talking, server, client, "")
    tried(talking, client, client), tried(talking, server, server)
    tried(talking, server, client, None, 5)
    other = _ssl._SSLContext(CLIENT)
    other.check_hostname, tried(talking, server, other, "example.com")
    other.session_stats(), server.session_stats(), server.get_ciphers()


def memory():
    one = _ssl.MemoryBIO()
    for data in (b"data", bytearray(b"x"), "x", 5, memoryview(b"view")[::2],
                 memoryview(b"view")):
        tried(one.write, data)
    one.pending, one.eof, one.read(2), one.read(), tried(one.read, "x")
    one.read(-1), one.write_eof(), tried(one.write, b"x"), one.read(), one.eof
    tried(_ssl.MemoryBIO, 5)


def functions():
    for function in (_ssl.txt2obj, _ssl.nid2obj, _ssl.RAND_add,
                     _ssl.RAND_bytes, _ssl.RAND_status,
                     _ssl._test_decode_cert, _ssl.get_default_verify_paths):
        for arguments in ((), (5,), ("1.2.3",), ("serverAuth", True), (-5,),
                          ("nonsense", True), (0,), (129,), ("x", 1.0),
                          (b"bytes", 1.5), (1 << 80,), ("/none",),
                          (99999,), ("/etc/ssl/certs/none.pem",)):
            tried(function, *arguments)


def step():
    settings()
    handshakes()
    memory()
    functions()
